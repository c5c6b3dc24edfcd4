internal import FoundationEssentials
internal import Glibc
public import Interface

/// The output device: its width, its colours, and whether it is interactive.
public struct Surface: Sendable, Hashable {
  public var width: Int
  /// Nil without colours.
  public var scheme: Scheme?
  /// True when a user sits at a terminal: each screen starts on a cleared page and a prompt is shown. False for a pipe.
  public var isInteractive: Bool

  public init(width: Int = 80, scheme: Scheme? = nil, isInteractive: Bool = false) {
    self.width = width
    self.scheme = scheme
    self.isInteractive = isInteractive
  }

  /// Reads the environment variables. `columns` is the width that the terminal reports, if it can be asked.
  public init(environment: [String: String], columns: Int?, isTerminal: Bool) {
    let said = environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    let width = columns.flatMap { $0 > 0 ? $0 : nil } ?? said ?? 80
    let hasColours = isTerminal && Surface.hasColours(environment)
    self.init(width: width, scheme: hasColours ? Surface.scheme(environment) : nil, isInteractive: isTerminal)
  }

  private static func hasColours(_ environment: [String: String]) -> Bool {
    // https://no-color.org: counts when set to anything but the empty string.
    if let no = environment["NO_COLOR"], !no.isEmpty { return false }
    let terminal = environment["TERM"] ?? ""
    if terminal == "dumb" { return false }
    if ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "") { return true }
    return ["direct", "kitty", "alacritty", "foot", "ghostty", "wezterm"].contains { terminal.contains($0) }
  }

  /// Some terminals give their background as the last number of COLORFGBG; dark is assumed otherwise.
  private static func scheme(_ environment: [String: String]) -> Scheme {
    let ground = environment["COLORFGBG"]?.split(separator: ";").last.flatMap { Int($0) }
    return ground.map { $0 == 7 || $0 > 8 } ?? false ? .light : .dark
  }

  /// The surface of this process. It is determined anew each time, since the width of a window changes. Interactive
  /// only if both standard input and standard output are terminals.
  public static func ofProcess() -> Surface {
    var size = winsize()
    let isTerminal = isatty(STDOUT_FILENO) == 1
    let isKnown = isTerminal && ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0
    var surface = Surface(
      environment: ProcessInfo.processInfo.environment, columns: isKnown ? Int(size.ws_col) : nil,
      isTerminal: isTerminal)
    surface.isInteractive = isTerminal && isatty(STDIN_FILENO) == 1
    return surface
  }
}
