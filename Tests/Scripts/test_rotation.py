"""Tests/rotation.py: the cases of a commit."""

import pytest
import rotation


@pytest.fixture
def at(monkeypatch):
    """Sets the number of commits."""

    def at(turn, screens=""):
        monkeypatch.setenv("TROUPE_SCREENS", screens)
        monkeypatch.setattr(rotation, "turn", lambda: turn)

    return at


def test_every_case_is_tried_once_in_as_many_commits_as_it_is_one_of(at):
    tried = []
    for turn in range(40, 44):
        at(turn)
        tried += rotation.part(range(10), 4)
    assert sorted(tried) == list(range(10))


def test_forms_of_the_same_cases_have_different_ones(at):
    at(7)
    assert not set(rotation.part(range(10), 4)) & set(rotation.part(range(10), 4, 1))
    assert {*rotation.one_of("ab"), *rotation.one_of("ab", 1)} == {"a", "b"}


def test_all_are_tried_on_demand(at):
    at(7, "all")
    assert rotation.part("abc", 2) == rotation.one_of(one for one in "abc") == ["a", "b", "c"]


def test_a_commit_without_a_case_is_refused(at):
    at(0)
    with pytest.raises(AssertionError, match="Of 3 cases, one in 4 would be none"):
        rotation.part("abc", 4)


def test_a_case_with_a_criterion_of_its_own_is_refused(at):
    at(0)
    with pytest.raises(AssertionError, match="is tried at every commit"):
        rotation.one_of(["a", pytest.param("b", marks=pytest.mark.covers("yh-1"))])
