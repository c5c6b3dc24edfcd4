"""Draws the groups of the package as text, with a table of what each module imports."""

import textwrap

from layers import GROUPS, Layers

WIDTH = 78


def layers(project: Layers) -> str:
    return f"```text\n{_groups(project)}\n```\n\n{_table(project)}"


def _groups(project: Layers) -> str:
    """The drawing, from `troupe` down to the libraries of the system."""
    shown = [group for group in reversed(GROUPS) if project.of(group)]
    gutter = max(len(group) for group in shown)
    rows = [f"{'':{gutter}} ┌{'─' * (WIDTH + 2)}┐"]
    for group in shown:
        names = "   ".join(target.name for target in project.of(group))
        for number, line in enumerate(textwrap.wrap(names, WIDTH) or [""]):
            rows.append(f"{group if number == 0 else '':{gutter}} │ {line:{WIDTH}} │")
        edge = "└┘" if group == shown[-1] else "├┤"
        rows.append(f"{'':{gutter}} {edge[0]}{'─' * (WIDTH + 2)}{edge[1]}")
    return "\n".join(row.rstrip() for row in rows)


def _table(project: Layers) -> str:
    rows = ["| group | module | imports |", "|---|---|---|"]
    for group in reversed(GROUPS[1:]):
        rows += [f"| {group} | {target.name} | {', '.join(name for name in target.dependencies if name != 'Platform') or 'nothing'} |" for target in project.of(group)]
    return "\n".join(rows)
