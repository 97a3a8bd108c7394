# SPDX-License-Identifier: Apache-2.0
"""The same rows in each text format that the census servlet answers with."""
import html
import json

COLUMNS = ("id", "age", "classOfWorker", "education", "maritalStatus", "race", "sex")
SEXES = ("Male", "Female")


def compact(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


def objects(rows):
    return compact({"items": [dict(zip(COLUMNS, row)) for row in rows]})


def dojo(rows):
    """As a dojo.data store wants it: the same objects and which member is the key."""
    return compact({"identifier": "id", "items": [dict(zip(COLUMNS, row)) for row in rows]})


def columns(rows):
    return compact({"cols": COLUMNS, "items": rows})


def enums(rows):
    """Columnar, the one two-valued column as an enumeration (as published)."""
    return compact({"enums": {"sex": SEXES}, "cols": COLUMNS,
                    "items": [(*row[:-1], SEXES.index(row[-1])) for row in rows]})


def all_enums(rows):
    """Columnar, every text column as an enumeration, values in order of first use."""
    tables = {name: {} for name in COLUMNS[2:]}
    items = [(*row[:2], *(tables[name].setdefault(value, len(tables[name]))
                          for name, value in zip(COLUMNS[2:], row[2:]))) for row in rows]
    return compact({"enums": {k: list(v) for k, v in tables.items()}, "cols": COLUMNS,
                    "items": items})


def e4x(rows):
    out = ['<?xml version="1.0" encoding="UTF-8"?>\n<list>']
    for row in rows:
        cells = "".join(f"<{name}>{html.escape(str(value), quote=False)}</{name}>"
                        for name, value in zip(COLUMNS, row))
        out.append(f"<CensusEntryVO>{cells}</CensusEntryVO>")
    out.append("</list>\n")
    return "".join(out).encode()


def table(rows):
    out = ["<table>\n<thead><tr>", *(f"<th>{name}</th>" for name in COLUMNS),
           "</tr></thead>\n<tbody>\n"]
    for row in rows:
        out.append("<tr>" + "".join(f"<td>{html.escape(str(v), quote=False)}</td>" for v in row)
                   + "</tr>\n")
    out.append("</tbody>\n</table>\n")
    return "".join(out).encode()


# command -> content type, format as capaudit names it, encoder
COMMANDS = {
    "getJSON": ("application/json", "json", objects),
    "getDojoJSON": ("application/json", "json", dojo),
    "getJSONColumns": ("application/json", "json", columns),
    "getJSONEnums": ("application/json", "json", enums),
    "getJSONAllEnums": ("application/json", "json", all_enums),
    "getXML": ("text/xml; charset=UTF-8", "xml", e4x),
    "getHTML": ("text/html; charset=UTF-8", "html", table),
}
