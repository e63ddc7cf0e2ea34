"""The wheel holds what it must, installs, and importing the package stays cheap."""

from __future__ import annotations

import ast
import importlib.util
import json
import os
import re
import subprocess
import sys
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

import cdp_engine
from scripts.rooms import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

EAGER_BUDGET = 120
"""Modules that `import cdp_engine` may load, the standard library's included."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the files of the repository as they are now."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    done = subprocess.run([*build, "--wheel-dir", str(folder), str(ROOT)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    [built] = folder.glob("*.whl")
    return built


def source_files(*suffixes: str) -> set[str]:
    return {
        file.relative_to(ROOT).as_posix()
        for file in (ROOT / "cdp_engine").rglob("*")
        if file.suffix in suffixes and "__pycache__" not in file.parts
    }


def run_fresh(program: str) -> str:
    """Standard output of a program in an interpreter that has imported nothing yet."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_version_is_the_same_everywhere() -> None:
    assert cdp_engine.__version__ == PROJECT["version"]


def test_the_wheel_holds_every_module_the_scripts_for_pages_and_the_type_marker(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    assert "cdp_engine/py.typed" in names
    expected = source_files(".py", ".js", ".toml")
    assert any(name.endswith(".js") for name in expected)
    assert expected - names == set()
    assert any(name.endswith("licenses/LICENSE") for name in names)


def test_the_wheel_holds_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        strangers = [
            name for name in archive.namelist() if not re.match(r"cdp_engine(-[\w.]+\.dist-info)?/", name)
        ]
    assert strangers == []


def test_the_wheel_installs_and_its_console_script_resolves(wheel: Path, tmp_path: Path) -> None:
    place = tmp_path / "installed"
    venv.create(place, with_pip=False)
    python = place / "bin" / "python"
    install = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        str(python),
        "install",
        "--quiet",
        "--no-deps",
        "--no-index",
    ]
    subprocess.run([*install, str(wheel)], check=True)
    # The dependencies come from this environment; only the package itself is the installed one.
    paths = [path for path in sys.path if path.endswith("site-packages")]
    program = (
        "import importlib.metadata as m, json, cdp_engine;"
        "[script] = m.entry_points(group='console_scripts', name='cdp-engine');"
        "print(json.dumps([cdp_engine.__file__, callable(script.load())]))"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([*_own_packages(place), *paths])}
    reported = subprocess.run(
        [python, "-c", program], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert reported.returncode == 0, reported.stderr
    file, is_callable = json.loads(reported.stdout)
    assert Path(file).is_relative_to(place)
    assert is_callable
    assert (place / "bin" / "cdp-engine").exists()


def _own_packages(place: Path) -> list[str]:
    return [str(path) for path in place.glob("lib/python*/site-packages")]


@pytest.mark.req("EN-08")
def test_importing_the_package_loads_no_domain_and_no_network_library() -> None:
    loaded = set(
        json.loads(run_fresh("import sys, json, cdp_engine; print(json.dumps(sorted(sys.modules)))"))
    )
    assert not {
        name for name in loaded if name.split(".")[0] in ("httpx", "websockets", "trio", "typer", "rich")
    }
    private = re.compile(r"cdp_engine\.protocol\.(?!_)\w+")
    assert not {name for name in loaded if private.fullmatch(name)}
    assert len(loaded) <= EAGER_BUDGET, f"{len(loaded)} modules are imported"


def test_the_public_surface_loads_only_the_domains_that_it_uses() -> None:
    program = "import sys, json, cdp_engine; cdp_engine.launch; print(json.dumps(sorted(sys.modules)))"
    loaded = set(json.loads(run_fresh(program)))
    assert not loaded & {"httpx", "websockets", "trio", "asyncio", "typer", "rich"}
    domains = {name for name in loaded if re.fullmatch(r"cdp_engine\.protocol\.(?!_)\w+", name)}
    assert 0 < len(domains) <= 20, sorted(domains)


@pytest.mark.req("EN-08")
def test_importing_the_package_touches_no_signals_logging_or_loop_policy() -> None:
    program = """
import logging, signal, threading
numbers = [number for number in signal.Signals if number not in (signal.SIGKILL, signal.SIGSTOP)]
before = [signal.getsignal(number) for number in numbers], logging.root.handlers[:], threading.active_count()
import cdp_engine
after = [signal.getsignal(number) for number in numbers], logging.root.handlers[:], threading.active_count()
print(before == after)
"""
    assert run_fresh(program).strip() == "True"


@pytest.mark.parametrize(
    "name", ["launch", "connect", "Browser", "Page", "Snapshot", "Observation", "ActionResult"]
)
def test_the_public_names_are_there(name: str) -> None:
    assert run_fresh(
        f"import cdp_engine; print(hasattr(cdp_engine, {name!r}), {name!r} in cdp_engine.__all__)"
    ) == ("True True\n")


def code_in(document: str) -> str:
    """All code blocks and inline code of a document."""
    text = (ROOT / document).read_text(encoding="utf-8")
    blocks = re.findall(r"```\w*\n(.*?)```", text, re.DOTALL)
    inline = re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL))
    return "\n".join([*blocks, *inline])


@pytest.mark.parametrize("document", ["README.md", "CONTRIBUTING.md"])
def test_documents_name_only_make_targets_that_exist(document: str) -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = set(re.findall(r"^make ([a-z]+)", code_in(document), re.MULTILINE))
    assert "test" in named
    assert named <= targets


def test_the_readme_begins_with_the_two_commands() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"^make (\w+)", text, re.MULTILINE)[:2] == ["demo", "test"]
    assert text.index("make demo") < 1000


@pytest.mark.req("EN-09")
def test_the_readme_names_only_commands_of_the_command_line_that_exist() -> None:
    shown = subprocess.run(
        [sys.executable, "-c", "from cdp_engine.serve import main; main()", "--help"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    named = set(re.findall(r"^cdp-engine (\w+)", code_in("README.md"), re.MULTILINE))
    assert named >= {"observe", "launch", "shell", "doctor"}
    assert {name for name in named if not re.search(rf"\b{name}\b", shown)} == set()


def test_the_readme_names_only_extras_that_exist() -> None:
    extras = set(PROJECT["optional-dependencies"])
    assert set(re.findall(r"cdp-engine\[(\w+)\]", code_in("README.md"))) <= extras
    assert importlib.util.find_spec("cdp_engine") is not None


def test_the_python_of_the_readme_compiles() -> None:
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert blocks
    for block in blocks:
        compile(block, "README.md", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)


def test_nothing_in_the_repository_is_left_for_later() -> None:
    folders = ("cdp_engine/*.py", "protocol_gen/*.py", "scripts/*.py")
    tracked = subprocess.run(
        ["git", "ls-files", *folders], cwd=ROOT, capture_output=True, text=True, check=True
    )
    words = re.compile(
        "|".join(
            ["TO" + "DO", "FIX" + "ME", "raise NotImplemented" + "Error", "no" + "qa", "type: " + "ignore"]
        )
    )
    guilty = [
        name
        for name in tracked.stdout.split()
        if (ROOT / name).is_file() and words.search((ROOT / name).read_text(encoding="utf-8"))
    ]
    assert guilty == []
