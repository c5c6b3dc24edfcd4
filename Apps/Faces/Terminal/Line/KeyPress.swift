/// A key that was pressed in a terminal, or a pasted text.
public enum KeyPress: Sendable, Hashable {
  /// One typed scalar. It is never a control character.
  case text(Unicode.Scalar)
  /// A pasted text; nil for one that is longer than a line may be. Line breaks are the only control characters in it.
  case paste(String?)
  case enter, backspace, delete
  case left, right, wordLeft, wordRight, home, end
  case up, down, pageUp, pageDown
  case cutToEnd, cutToStart, cutWord, cutNextWord
  /// Ctrl-D: deletes a character, or ends the input on an empty line.
  case endOfInput
  /// Ctrl-L: draws the screen again.
  case redraw
  case escape
}
