"""What a policy is shown of a derivation: views of goals, pages of candidates, the window of a row.

``views`` writes goals as tokens and ``pages`` says what is on the page that a row is at; each has a
plain form in numpy and a compiled one beside it, which writes the same.
"""
