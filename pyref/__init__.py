"""Exact reference implementation of the pure differential-privacy envelope mechanism.

Every number is an exact rational unless it is labelled as an enclosure.  The neighbouring relation is
*replacement of one row*: databases are vectors of n labels and neighbours differ in one position (blueprint
0).
"""

__version__ = "0.1.0"
