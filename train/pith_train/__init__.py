"""Training of the method `auto`: gold text and block features in, a table of weights out. See ../README.md."""
