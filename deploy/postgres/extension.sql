-- Runs once, when the database is made: the extension needs a superuser, the product none.
create extension if not exists vector;
