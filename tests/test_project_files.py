"""The files around the code agree with each other: version, workflows, hooks, decisions, glossary, Python reference."""

from __future__ import annotations

import importlib.util
import re
import shlex
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml

import houseway

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
SCRIPTS = sorted(path for path in (ROOT / ".ci").iterdir() if path.is_file())
DECISIONS = sorted(path for path in (DOCS / "decisions").glob("*.md") if path.name != "index.md")
REFERENCE = sorted((DOCS / "reference").glob("*.md"))
GENERATED = {DOCS / "commands.md", DOCS / "operate" / "configuration.md"}
GLOSSARY = DOCS / "glossary.md"
PAGES_WITH_TERMS = sorted(
    path
    for path in DOCS.rglob("*.md")
    if path.parent.name not in {"decisions", "reference"} and path not in {GLOSSARY, *GENERATED}
)
EACH_WORKFLOW = pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
EACH_DECISION = pytest.mark.parametrize("path", DECISIONS, ids=lambda path: path.stem)


def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text())


def loaded(path: Path) -> Any:
    return yaml.safe_load(path.read_text())


# Version -------------------------------------------------------------------------------------------------------------


def test_the_version_is_written_in_the_package_alone() -> None:
    metadata = project()
    assert metadata["project"]["dynamic"] == ["version"]
    assert "version" not in metadata["project"]
    source = ROOT / metadata["tool"]["hatch"]["version"]["path"]
    assert re.findall(r'^__version__ = "(.*)"$', source.read_text(), re.MULTILINE) == [houseway.__version__]


def test_the_citation_has_the_version_of_the_package() -> None:
    assert loaded(ROOT / "CITATION.cff")["version"] == houseway.__version__


def test_the_changelog_begins_with_the_version_that_is_being_made() -> None:
    titles = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert titles[0] == re.sub(r"\.dev\d+$", "", houseway.__version__)


@pytest.fixture
def release_notes() -> ModuleType:
    spec = importlib.util.spec_from_file_location("release_notes", ROOT / ".ci" / "release_notes.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def make_release(
    folder: Path, *, version: str = "1.2.0", cited: str = "1.2.0", title: str = "1.2.0 (2026-12-01)"
) -> None:
    package = folder / "src" / "houseway"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(f'"""A package."""\n\n__version__ = "{version}"\n')
    (folder / "CITATION.cff").write_text(f"cff-version: 1.2.0\nversion: {cited}\n")
    (folder / "CHANGELOG.md").write_text(f"# Changelog\n\n## {title}\n\n- New.\n- Newer.\n\n## 1.1.0\n\n- Old.\n")


def test_the_notes_of_a_release_are_its_section_of_the_changelog(release_notes: ModuleType, tmp_path: Path) -> None:
    make_release(tmp_path)
    assert release_notes.notes_of("v1.2.0", tmp_path) == "- New.\n- Newer."


@pytest.mark.parametrize(
    ("tag", "changes", "reason"),
    [
        ("v1.3.0", {}, "the tag is v1.3.0, and the package has version 1.2.0"),
        ("1.2.0", {}, "the tag would be v1.2.0"),
        ("v1.2.0", {"cited": "1.1.0"}, "CITATION.cff has version 1.1.0"),
        ("v1.2.0", {"title": "1.2.0 (unreleased)"}, "marks 1.2.0 as unreleased"),
        ("v1.2.0", {"title": "1.2.1"}, "has no section for 1.2.0"),
    ],
)
def test_a_release_with_inconsistent_versions_is_refused(
    release_notes: ModuleType, tmp_path: Path, tag: str, changes: dict[str, str], reason: str
) -> None:
    make_release(tmp_path, **changes)
    with pytest.raises(release_notes.NotReleasable, match=re.escape(reason)):
        release_notes.notes_of(tag, tmp_path)


# Workflows -----------------------------------------------------------------------------------------------------------

OUR_PATH = re.compile(r"^(?:\./)?(?:run\.py|(?:\.ci|\.github|tests|docs|src|frontend|benchmarks|deploy)/[\w./-]+)$")
PROGRAMS = {"bash", "python3", "sha256sum", "gh"}
"""What a step of a workflow may start; everything longer is a script of .ci/."""


def steps_of(path: Path) -> Iterator[dict[str, Any]]:
    for job in loaded(path)["jobs"].values():
        yield from job.get("steps", [])


def words_of(command: str) -> list[str]:
    """The words of a shell command, without the expressions of the workflow in them."""
    return shlex.split(re.sub(r"\$\{\{.*?\}\}", "EXPRESSION", command))


def our_paths(words: list[str]) -> list[str]:
    return [word for word in words if OUR_PATH.match(word)]


def test_there_is_a_workflow_for_each_habit() -> None:
    assert {path.stem for path in WORKFLOWS} == {"tests", "docs", "package", "nightly", "release"}


@EACH_WORKFLOW
def test_actions_are_pinned_to_a_commit_and_say_which_version_it_is(path: Path) -> None:
    for line in path.read_text().splitlines():
        if "uses:" not in line:
            continue
        used = line.split("uses:")[1].strip()
        if used.startswith("./"):
            assert (ROOT / used).is_file(), f"{path.name} uses {used}, which is not there"
        else:
            assert re.fullmatch(r"actions/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", used), f"{path.name}: {used}"


@EACH_WORKFLOW
def test_steps_run_only_programs_and_files_that_are_there(path: Path) -> None:
    for step in steps_of(path):
        if "run" not in step:
            continue
        words = words_of(step["run"])
        assert words[0] in PROGRAMS, f"{path.name} runs {words[0]}"
        for named in our_paths(words):
            assert (ROOT / named).exists(), f"{path.name} names {named}, which is not there"


@EACH_WORKFLOW
def test_jobs_have_a_time_limit_and_read_only_rights_by_default(path: Path) -> None:
    workflow = loaded(path)
    assert workflow["permissions"] == {"contents": "read"}
    for name, job in workflow["jobs"].items():
        assert "uses" in job or "timeout-minutes" in job, f"{path.name}: {name} may run for ever"


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_scripts_name_only_files_that_are_there(path: Path) -> None:
    text = "\n".join(line for line in path.read_text().splitlines() if not line.lstrip().startswith("#"))
    for named in our_paths(re.split(r"[\s\"'=()]+", text)):
        assert (ROOT / named).exists(), f".ci/{path.name} names {named}, which is not there"


def test_the_parts_of_the_night_are_those_of_the_script() -> None:
    parts = loaded(ROOT / ".github" / "workflows" / "nightly.yml")["jobs"]["slow"]["strategy"]["matrix"]["part"]
    cases = re.findall(r"^  (\w+)\)$", (ROOT / ".ci" / "nightly").read_text(), re.MULTILINE)
    assert parts == cases


def test_the_tests_that_the_night_selects_by_name_are_there() -> None:
    names = set(re.findall(r'-k "(?:not )?(\w+)"', (ROOT / ".ci" / "nightly").read_text()))
    sources = [path.read_text() for path in (ROOT / "tests").rglob("test_*.py")]
    assert names
    for name in names:
        assert any(re.search(rf"def test_\w*{name}", source) for source in sources), f"no test is called {name}"


def test_the_tests_run_on_every_python_from_the_oldest_that_is_accepted() -> None:
    versions = loaded(ROOT / ".github" / "workflows" / "tests.yml")["jobs"]["tests"]["strategy"]["matrix"]["python"]
    assert project()["project"]["requires-python"] == f">={versions[0]}"
    minors = [int(version.removeprefix("3.")) for version in versions]
    assert minors == list(range(minors[0], minors[-1] + 1))


def test_the_checks_of_paths_see_what_they_should() -> None:
    words = words_of("bash .ci/nightly ${{ matrix.part }} tests/no_such_folder x/tests/y")
    assert our_paths(words) == [".ci/nightly", "tests/no_such_folder"]


# Hooks, templates and other files ------------------------------------------------------------------------------------


def test_hooks_are_our_own_and_start_tools_that_are_there() -> None:
    config = loaded(ROOT / ".pre-commit-config.yaml")
    assert {repo["repo"] for repo in config["repos"]} == {"local"}
    for hook in (hook for repo in config["repos"] for hook in repo["hooks"]):
        assert hook["language"] == "system"
        words = shlex.split(hook["entry"])
        if words[0] == ".venv/bin/python":
            assert words[1] == "-m"
            assert importlib.util.find_spec(words[2]), f"{hook['id']} needs {words[2]}"
        else:
            assert (ROOT / words[0]).is_file()
        for named in our_paths(words):
            assert (ROOT / named).exists(), f"{hook['id']} names {named}, which is not there"


@pytest.mark.parametrize(
    "path", sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml")), ids=lambda path: path.name
)
def test_issue_forms_can_be_read(path: Path) -> None:
    form = loaded(path)
    assert form
    if path.name != "config.yml":
        assert {"name", "description", "body"} <= set(form)


@pytest.mark.parametrize("name", ["SECURITY.md", "CONTRIBUTING.md", "CHANGELOG.md", ".github/pull_request_template.md"])
def test_links_of_the_project_pages_lead_somewhere(name: str) -> None:
    page = ROOT / name
    for target in re.findall(r"\]\((?!http)([^)#]+)", page.read_text()):
        assert (page.parent / target).exists(), f"{name} links to {target}, which is not there"


def tracked_files() -> list[Path]:
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("this is no checkout, so there is no list of tracked files")
    call = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, check=True, timeout=300).stdout
    return [ROOT / name for name in listed.split("\0") if name and (ROOT / name).is_file()]


REGISTRY_HOSTS = ("pypi" + ".org", "python" + "hosted.org", "npm" + "js.org", "npm" + "js.com", "yarn" + "pkg.com")
MACHINE_PATH = re.compile(r"(?<![\w.])/(?:Users|home|root)/(?!\.\.\.)\.?\w")
"""A path in somebody's home folder."""
TEXT_BYTES = 2_000_000


def foreign_lines(text: str) -> list[str]:
    """Lines with the host of a package registry or a path of somebody's machine."""
    lines = text.splitlines()
    return [line for line in lines if any(host in line for host in REGISTRY_HOSTS) or MACHINE_PATH.search(line)]


def test_no_file_names_a_package_registry_or_a_path_of_a_machine() -> None:
    for path in tracked_files():
        content = path.read_bytes()[:TEXT_BYTES]
        if b"\0" in content or path == Path(__file__):
            continue
        foreign = foreign_lines(content.decode("utf-8", errors="replace"))
        assert not foreign, f"{path.relative_to(ROOT)}: {foreign[0].strip()[:200]}"


HOME = "/".join(("", "home", "ada"))


@pytest.mark.parametrize(
    "line", [f"index = https://{REGISTRY_HOSTS[0]}/simple", f"see {HOME}/notes"], ids=["host", "path"]
)
def test_the_check_of_hosts_and_paths_sees_what_it_should(line: str) -> None:
    assert foreign_lines(f"first\n{line}\nlast") == [line]


# The manual: decisions, glossary, reference --------------------------------------------------------------------------


def nav_pages(nav: Any) -> Iterator[str]:
    """Every page that the navigation of the manual names."""
    if isinstance(nav, str):
        yield nav
    elif isinstance(nav, list):
        for entry in nav:
            yield from nav_pages(entry)
    else:
        for entry in nav.values():
            yield from nav_pages(entry)


def manual() -> dict[str, Any]:
    settings: dict[str, Any] = yaml.safe_load((ROOT / "mkdocs.yml").read_text())
    return settings


def title_of(page: Path) -> str:
    return page.read_text().splitlines()[0].removeprefix("# ")


def test_every_page_of_the_manual_is_in_its_navigation() -> None:
    pages = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")}
    assert pages == set(nav_pages(manual()["nav"]))


def test_the_index_of_decisions_lists_each_once_and_in_order() -> None:
    index = (DOCS / "decisions" / "index.md").read_text()
    rows = re.findall(r"^\| (\d+) \| \[(.+)\]\((.+)\) \|$", index, re.MULTILINE)
    numbered = [(str(number), title_of(path), path.name) for number, path in enumerate(DECISIONS, start=1)]
    assert rows == numbered


@EACH_DECISION
def test_a_decision_has_context_decision_and_consequences(path: Path) -> None:
    headings = re.findall(r"^## (.+)$", path.read_text(), re.MULTILINE)
    assert headings == ["Context", "Decision", "Consequences"]


def glossary() -> str:
    return GLOSSARY.read_text()


def defined_words() -> list[tuple[str, str]]:
    """Each word of the glossary with its definition."""
    return re.findall(r"^### (.+)\n\n(.+)$", glossary(), re.MULTILINE)


def test_the_glossary_is_in_alphabetical_order_and_defines_each_word_once() -> None:
    words = [word for word, _ in defined_words()]
    assert len(words) == glossary().count("\n### ")
    assert words == sorted(set(words), key=str.lower)


def anchor_of(heading: str) -> str:
    """The address of a heading within its page."""
    return re.sub(r"[^a-z0-9 _-]", "", heading.lower()).replace(" ", "-")


def test_links_of_the_glossary_lead_to_a_page_and_a_heading() -> None:
    for target in re.findall(r"\]\(([^)]+)\)", glossary()):
        file, _, anchor = target.partition("#")
        page = DOCS / file if file else GLOSSARY
        assert page.is_file(), f"the glossary links to {target}"
        headings = re.findall(r"^#+ (.+)$", page.read_text(), re.MULTILINE)
        assert not anchor or anchor in map(anchor_of, headings), f"the glossary links to {target}"


@pytest.mark.parametrize("path", PAGES_WITH_TERMS, ids=lambda path: path.relative_to(DOCS).as_posix())
def test_every_page_of_the_manual_links_to_the_glossary(path: Path) -> None:
    targets = re.findall(r"\]\(([^)#]*glossary\.md)\)", path.read_text())
    assert GLOSSARY.resolve() in [(path.parent / target).resolve() for target in targets]


def referenced_names() -> list[str]:
    pages = "\n".join(page.read_text() for page in REFERENCE)
    return re.findall(r"^::: (\S+)$", pages, re.MULTILINE)


def test_the_reference_has_every_public_name() -> None:
    names = referenced_names()
    assert len(names) == len(set(names))
    shown = {name.rpartition(".")[2] for name in names}
    assert {*houseway.__all__, "export"} <= shown


PUBLIC_MODULES = {"houseway", "houseway.answer_types", "houseway.api", "houseway.envs", "houseway.hands"}


def test_the_reference_names_no_inner_module() -> None:
    """A module inside the package can be renamed without a change of the manual."""
    assert {name.rpartition(".")[0] for name in referenced_names()} <= PUBLIC_MODULES


# CONTRIBUTING.md -----------------------------------------------------------------------------------------------------


def paths_of_the_guide() -> list[str]:
    """What CONTRIBUTING.md writes as a path in its tables."""
    table = (ROOT / "CONTRIBUTING.md").read_text().split("## How imports point")[0]
    spans = re.findall(r"`([\w./-]+)`", table)
    return sorted({span for span in spans if "/" in span or span.endswith((".py", ".md", ".yml", ".cff"))})


@pytest.mark.parametrize("path", paths_of_the_guide())
def test_every_path_of_the_guide_for_contributors_exists(path: str) -> None:
    here = path.replace("GAME", "showdown").rstrip("/")
    assert (ROOT / here).exists() or (ROOT / "src" / "houseway" / here).exists(), f"there is no {path}"
