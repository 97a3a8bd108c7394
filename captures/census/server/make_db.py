#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make_db.py FILE [ROWS]: the database that the rows are served from, 100,000 by default.

Census-like: seven columns as the 2008 application showed them, with the skew and the
dependence on age that such data has (children have no occupation, adults are married), so
that gzip finds what it would find in real data. Nobody in it exists. The generator is
seeded and uses Random.random() only, so every Python 3 writes the same rows."""
import bisect
import itertools
import random
import sqlite3
import sys

WORK = [("Private", 720), ("Self-employed-not incorporated", 84), ("Local government", 78),
        ("State government", 42), ("Self-employed-incorporated", 33), ("Federal government", 29),
        ("Never worked", 4), ("Without pay", 2)]
SCHOOL = [("High school graduate", 320), ("Some college but no degree", 184),
          ("Bachelors degree(BA AB BS)", 132), ("7th and 8th grade", 53), ("10th grade", 50),
          ("11th grade", 46), ("Masters degree(MA MS MEng MEd MSW MBA)", 43), ("9th grade", 41),
          ("Associates degree-occup /vocational", 36), ("Associates degree-academic program", 29),
          ("5th or 6th grade", 22), ("12th grade no diploma", 14), ("1st 2nd 3rd or 4th grade", 12),
          ("Prof school degree (MD DDS DVM LLB JD)", 12), ("Doctorate degree(PhD EdD)", 8),
          ("Less than 1st grade", 5)]
PUPIL = [("9th grade", 30), ("10th grade", 28), ("11th grade", 24), ("7th and 8th grade", 12),
         ("High school graduate", 6)]
YOUNG = [("Never married", 78), ("Married-civilian spouse present", 19), ("Separated", 2),
         ("Divorced", 1)]
MIDDLE = [("Married-civilian spouse present", 66), ("Never married", 14), ("Divorced", 13),
          ("Separated", 3), ("Widowed", 3), ("Married-spouse absent", 1)]
OLD = [("Married-civilian spouse present", 54), ("Widowed", 34), ("Divorced", 7),
       ("Never married", 5)]
RACE = [("White", 839), ("Black", 102), ("Asian or Pacific Islander", 29), ("Other", 19),
        ("Amer Indian Aleut or Eskimo", 11)]


class Draw:
    """Weighted draws from one stream of random numbers."""

    def __init__(self, seed):
        self.random = random.Random(seed).random
        self.sums = {}

    def of(self, table):
        sums = self.sums.setdefault(id(table), list(itertools.accumulate(w for _, w in table)))
        return table[bisect.bisect_right(sums, self.random() * sums[-1])][0]

    def below(self, n):
        return int(self.random() * n)


def person(draw):
    # Two uniform parts give the flat youth and the falling tail of an age pyramid.
    age = draw.below(50) if draw.random() < 0.66 else 40 + draw.below(51)
    if age < 15:
        return age, "Not in universe", "Children", "Never married"
    school = draw.of(PUPIL if age < 18 else SCHOOL)
    married = "Never married" if age < 18 else draw.of(YOUNG if age < 27 else MIDDLE if age < 65 else OLD)
    idle = 0.75 if age < 18 else 0.85 if age >= 65 else 0.22
    return age, "Not in universe" if draw.random() < idle else draw.of(WORK), school, married


def rows(count):
    draw = Draw(20080711)
    for number in range(1, count + 1):
        yield (number, *person(draw), draw.of(RACE), "Female" if draw.random() < 0.52 else "Male")


def main():
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 100_000
    with sqlite3.connect(sys.argv[1]) as db:
        db.execute("CREATE TABLE census (id INTEGER PRIMARY KEY, age INTEGER, classOfWorker TEXT,"
                   " education TEXT, maritalStatus TEXT, race TEXT, sex TEXT)")
        db.executemany("INSERT INTO census VALUES (?,?,?,?,?,?,?)", rows(count))


if __name__ == "__main__":
    main()
