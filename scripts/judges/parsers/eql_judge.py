"""EQL: Elastic's own parser. It knows no fields without a schema, so names and types of fields go unjudged."""

import eql

PACKAGES = ["eql"]


def judge(folder, data):
    found = []
    files = sorted(folder.glob("*.eql"))
    for file in files:
        try:
            with eql.parser.elasticsearch_syntax:
                eql.parse_query(file.read_text())
        except eql.EqlError as error:
            found.append(("error", str(error).splitlines()[0], file.name))
    return len(files), found
