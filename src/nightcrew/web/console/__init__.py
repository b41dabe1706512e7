"""The console: pages for a person, rendered here, over the same App as the API."""
