"""`python -m scripts.conformance [--tests] [pytest arguments]`: run the proving tests and print the table.

Before it, every row with the sentences of its source that its tests prove. Exit code 0 when every row that claims to be
done is proven, sentence by sentence, else 1. `--tests` names the tests of each row.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from scripts.conformance.table import (
    judge,
    list_sentences,
    list_tests,
    print_table,
    read_proofs,
    read_rows,
    read_sentences,
)

ROOT = Path(__file__).resolve().parent.parent.parent
ROWS = ROOT / "scripts" / "requirements.toml"
SENTENCES = ROOT / "scripts" / "conformance" / "sentences.toml"

NO_TESTS_COLLECTED = 5


def main(arguments: list[str]) -> int:
    """Run pytest with the plugin in its own process, then judge."""
    named = "--tests" in arguments
    rest = [argument for argument in arguments if argument != "--tests"]
    with tempfile.TemporaryDirectory(prefix="cdp-engine-conformance-") as folder:
        output = Path(folder) / "outcomes.json"
        plugin = ["-p", "scripts.conformance.plugin", "--conformance-output", str(output)]
        command = [sys.executable, "-m", "pytest", *plugin, "-q", "--no-header", "-rN", "--both-loops"]
        command += ["-m", "", *rest]
        code = subprocess.run(command, cwd=ROOT, check=False).returncode
        if not output.exists() or code not in (0, 1, NO_TESTS_COLLECTED):
            print(f"conformance: pytest ended with code {code}", file=sys.stderr)
            return 1
        outcomes = json.loads(output.read_text(encoding="utf-8"))
    try:
        verdicts = judge(read_rows(ROWS, read_sentences(SENTENCES)), read_proofs(outcomes))
    except ValueError as error:
        print(f"conformance: {error}", file=sys.stderr)
        return 1
    print()
    print(list_sentences(verdicts), end="\n\n")
    if named:
        print(list_tests(verdicts), end="\n\n")
    print(print_table(verdicts))
    return 1 if any(verdict.problem for verdict in verdicts) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
