"""A package of a user, with helpers that fill arrays: see test_styles.py."""
