"""Extracts the code of a Swift file: comments and the contents of strings become blanks, line numbers stay."""

import re

# Where the scanner has to stop. A raw string begins with its number signs.
_SPECIAL = re.compile(r'//[^\n]*|/\*|(#*)("""|")|[()]')
_COMMENT_EDGE = re.compile(r"/\*|\*/")


def code_of(text: str) -> str:
    """The text with comments and strings blanked. String interpolations are code, and stay."""
    return _Scanner(text).scan()


def line_of(text: str, offset: int) -> int:
    return text.count("\n", 0, offset) + 1


class _Scanner:
    def __init__(self, text: str):
        self.text = text
        self.at = 0
        self.out: list[str] = []

    def scan(self) -> str:
        self.code(until_closed=False)
        return "".join(self.out)

    def keep(self, end: int) -> None:
        self.out.append(self.text[self.at : end])
        self.at = end

    def blank(self, end: int) -> None:
        self.out.append(re.sub(r"[^\n]", " ", self.text[self.at : end]))
        self.at = end

    def code(self, until_closed: bool) -> None:
        depth = 1
        while match := _SPECIAL.search(self.text, self.at):
            self.keep(match.start())
            found = match.group()
            if found.startswith("//"):
                self.blank(match.end())
            elif found == "/*":
                self.comment()
            elif match.group(2):
                self.blank(match.end())
                self.string(signs=match.group(1), quotes=match.group(2))
            else:
                self.keep(match.end())
                depth += 1 if found == "(" else -1
                if until_closed and depth == 0:
                    return
        self.keep(len(self.text))

    def comment(self) -> None:
        depth, end = 0, self.at
        while match := _COMMENT_EDGE.search(self.text, end):
            depth += 1 if match.group() == "/*" else -1
            end = match.end()
            if depth == 0:
                break
        self.blank(end if depth == 0 else len(self.text))

    def string(self, signs: str, quotes: str) -> None:
        # A single-line string ends with its line at the latest, so that a quote in a regular expression does no harm.
        newline = r"|\n" if quotes == '"' else ""
        edge = re.compile(rf"\\{signs}\(|\\{signs}.|{quotes}{signs}{newline}", re.DOTALL)
        while match := edge.search(self.text, self.at):
            self.blank(match.end())
            if match.group().endswith("(") and match.group().startswith("\\"):
                self.code(until_closed=True)
            elif not match.group().startswith("\\"):
                return
        self.blank(len(self.text))
