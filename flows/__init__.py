"""The schedules, on Prefect: thin, asynchronous, one file each, with no decision inside.

What a flow does is one call of the App; see `nightcrew.app.flow_menu`.
"""
