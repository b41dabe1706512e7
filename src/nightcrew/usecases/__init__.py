"""What happens: read, think, write."""
