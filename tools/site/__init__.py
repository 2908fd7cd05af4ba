"""Parts of the documentation site that are made from the program itself."""
