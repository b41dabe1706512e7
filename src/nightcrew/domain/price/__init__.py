"""What a used car is worth, told from listings of cars like it."""
