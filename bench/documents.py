"""Tables in documents: each has its place between <!-- its name --> and <!-- end -->."""

import re
from pathlib import Path


def replace_table(path: Path, name: str, text: str) -> None:
    begin, end = f"<!-- {name} -->", "<!-- end -->"
    pattern = re.compile(f"{re.escape(begin)}.*?{re.escape(end)}", re.DOTALL)
    before = path.read_text(encoding="utf-8")
    if not pattern.search(before):
        raise SystemExit(f"{path} has no place {begin} ... {end}")
    path.write_text(pattern.sub(f"{begin}\n\n{text}\n\n{end}", before), encoding="utf-8")
