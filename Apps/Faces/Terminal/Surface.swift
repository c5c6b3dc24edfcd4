internal import FoundationEssentials
internal import Glibc
public import Interface

/// What is written on: how wide it is, which colours it takes, and whether a person sits before it.
public struct Surface: Sendable, Hashable {
  public var width: Int
  /// Nil where there are no colours.
  public var scheme: Scheme?
  /// A person sees each screen on a clear page and is shown where to type; a pipe gets one screen after another.
  public var isInteractive: Bool

  public init(width: Int = 80, scheme: Scheme? = nil, isInteractive: Bool = false) {
    self.width = width
    self.scheme = scheme
    self.isInteractive = isInteractive
  }

  /// From what the environment says. `columns` is what the terminal itself says, when it can be asked.
  public init(environment: [String: String], columns: Int?, isTerminal: Bool) {
    let said = environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    let width = columns.flatMap { $0 > 0 ? $0 : nil } ?? said ?? 80
    let hasColours = isTerminal && Surface.hasColours(environment)
    self.init(width: width, scheme: hasColours ? Surface.scheme(environment) : nil, isInteractive: isTerminal)
  }

  private static func hasColours(_ environment: [String: String]) -> Bool {
    // https://no-color.org: set, and not to nothing.
    if let no = environment["NO_COLOR"], !no.isEmpty { return false }
    let terminal = environment["TERM"] ?? ""
    if terminal == "dumb" { return false }
    if ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "") { return true }
    return ["direct", "kitty", "alacritty", "foot", "ghostty", "wezterm"].contains { terminal.contains($0) }
  }

  /// Some terminals tell their ground as the last of the numbers in COLORFGBG; most are dark.
  private static func scheme(_ environment: [String: String]) -> Scheme {
    let ground = environment["COLORFGBG"]?.split(separator: ";").last.flatMap { Int($0) }
    return ground.map { $0 == 7 || $0 > 8 } ?? false ? .light : .dark
  }

  /// The process's own, asked anew each time, since windows change their size. A person is there only when both ends are a
  /// terminal.
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
