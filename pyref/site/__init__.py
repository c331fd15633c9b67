"""The project's web site: static pages made from the sources, the proofs and the documents.

``python -m pyref site`` (``make site``) writes it.  The pages hold their mathematics as MathML and their
graph as SVG; they load nothing from elsewhere and run no script.
"""
