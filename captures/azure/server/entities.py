#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""entities.py DATABASE: the census rows as table entities, one JSON line each."""
import json
import sqlite3
import sys

COLUMNS = ("id", "age", "classOfWorker", "education", "maritalStatus", "race", "sex")
for row in sqlite3.connect(sys.argv[1]).execute("SELECT * FROM census ORDER BY id"):
    print(json.dumps({"PartitionKey": f"part-{(row[0] - 1) // 2700}", "RowKey": f"{row[0]:06d}"}
                     | dict(zip(COLUMNS, row))))
