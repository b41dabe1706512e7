"""The tables of revision 0001, by area, in the order they are made."""
