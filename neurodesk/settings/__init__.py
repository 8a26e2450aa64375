"""Every setting of the product, declared once, loaded from file, environment and command line."""
