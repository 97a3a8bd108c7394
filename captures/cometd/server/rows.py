#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""rows.py DATABASE: the census rows as one JSON array of objects."""
import json
import sqlite3
import sys

db = sqlite3.connect(sys.argv[1])
db.row_factory = sqlite3.Row
print(json.dumps([dict(row) for row in db.execute("SELECT * FROM census ORDER BY id")]))
