"""Export trained policies to formats of other libraries."""
