"""A finished or running arena as one page for a browser, and as tables for notebooks."""
