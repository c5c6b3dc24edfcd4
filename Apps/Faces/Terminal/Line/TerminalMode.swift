internal import Glibc

/// The mode of a terminal as it was, and the one in which keys arrive one by one.
struct TerminalMode: Sendable {
  let file: Int32
  let saved: termios

  /// Nil when the file is not a terminal.
  init?(of file: Int32) {
    var mode = termios()
    guard isatty(file) == 1, tcgetattr(file, &mode) == 0 else { return nil }
    self.file = file
    saved = mode
  }

  /// Passes every key at once and echoes nothing. Keys that make signals still make them.
  func enterKeys() {
    var mode = saved
    mode.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
    // Enter is a carriage return, and so are the line breaks of a pasted text.
    mode.c_iflag &= ~tcflag_t(ICRNL | INLCR | IGNCR | ISTRIP)
    mode.c_oflag |= tcflag_t(OPOST | ONLCR)
    set(mode)
  }

  /// Whole lines that are not echoed.
  func enterHidden() {
    var mode = saved
    mode.c_lflag &= ~tcflag_t(ECHO)
    mode.c_lflag |= tcflag_t(ECHONL)
    set(mode)
  }

  func restore() { set(saved) }

  private func set(_ mode: termios) {
    var mode = mode
    // At once: output may be held up, and the process must be able to end all the same.
    while tcsetattr(file, TCSANOW, &mode) != 0, errno == EINTR {}
  }
}
