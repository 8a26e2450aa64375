"""Types and rules of the product; standard library only, no input or output."""
