"""test_links.py ROOT - every link of a page to another page, a heading or a file of this repository leads somewhere."""
import pathlib
import re
import sys


def text_of(page):
    """The page without its blocks of code."""
    return re.sub(r"(?s)```.*?```", "", page.read_text(encoding="utf-8"))


def anchor_of(heading):
    """As GitHub makes it."""
    plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading.strip().lower().replace("`", ""))
    return re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")


def anchors_of(page):
    return {anchor_of(heading) for heading in re.findall(r"(?m)^#+ (.*)$", text_of(page))}


def faults_of(page, text):
    """The links in the text of a page that lead nowhere."""
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page
        if re.match("[a-z]+:", link):
            continue
        if not target.exists() or (anchor and target.suffix == ".md" and anchor not in anchors_of(target)):
            yield f"{page}: {link} leads nowhere"


def main():
    root = pathlib.Path(sys.argv[1])
    pages = [*root.glob("*.md"), *root.glob("docs/**/*.md")]
    faults = [fault for page in pages for fault in faults_of(page, text_of(page))]
    for planted in ("[a](docs/nothing.md)", "[a](README.md#no-such-heading)", "[a](#no-such-heading)"):
        if len(list(faults_of(root / "README.md", planted))) != 1:
            faults.append(f"{planted} was not found")
    if len(pages) < 20:
        faults.append(f"only {len(pages)} pages were found")
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
