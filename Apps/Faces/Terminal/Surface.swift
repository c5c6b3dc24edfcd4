internal import FoundationEssentials
internal import Glibc
public import Interface

/// The output device: its size, its colours, and whether it is interactive.
public struct Surface: Sendable, Hashable {
  public var width: Int
  /// The number of rows; nil if it is unknown or without a limit.
  public var height: Int?
  /// Nil without colours.
  public var scheme: Scheme?
  public var depth: ColourDepth
  /// True when a user sits at a terminal: a prompt is shown. False for a pipe.
  public var isInteractive: Bool
  /// Whether escape sequences are accepted. Each screen then starts on a cleared page.
  public var acceptsEscapes: Bool
  /// Whether keys arrive one by one and the line is edited here; otherwise whole lines arrive.
  public var editsLines: Bool

  public init(
    width: Int = 80, height: Int? = nil, scheme: Scheme? = nil, depth: ColourDepth = .full,
    isInteractive: Bool = false, acceptsEscapes: Bool = true, editsLines: Bool = false
  ) {
    self.width = width
    self.height = height
    self.scheme = scheme
    self.depth = depth
    self.isInteractive = isInteractive
    self.acceptsEscapes = acceptsEscapes
    self.editsLines = editsLines
  }

  /// Reads the environment variables. `columns` and `rows` are the size that the terminal reports, if it can be asked.
  public init(environment: [String: String], columns: Int?, rows: Int? = nil, isTerminal: Bool) {
    func size(_ reported: Int?, _ name: String) -> Int? {
      [reported, environment[name].flatMap { Int($0) }].compactMap { $0 }.first { $0 > 0 }
    }
    let accepts = isTerminal && environment.acceptsEscapes
    let depth = accepts ? ColourDepth(environment: environment) : nil
    self.init(
      width: size(columns, "COLUMNS") ?? 80, height: isTerminal ? size(rows, "LINES") : nil,
      scheme: depth.map { _ in Surface.scheme(environment) }, depth: depth ?? .full, isInteractive: isTerminal,
      acceptsEscapes: accepts, editsLines: isTerminal && environment["TERM"] ?? "dumb" != "dumb")
  }

  /// Some terminals give their background as the last number of COLORFGBG; dark is assumed otherwise.
  private static func scheme(_ environment: [String: String]) -> Scheme {
    let ground = environment["COLORFGBG"]?.split(separator: ";").last.flatMap { Int($0) }
    return ground.map { $0 == 7 || $0 > 8 } ?? false ? .light : .dark
  }

  /// The surface of this process. It is determined anew each time, since the size of a window changes. Interactive
  /// only if both standard input and standard output are terminals.
  public static func ofProcess() -> Surface {
    var size = winsize()
    let isTerminal = isatty(STDOUT_FILENO) == 1
    let isKnown = isTerminal && ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0
    var surface = Surface(
      environment: ProcessInfo.processInfo.environment, columns: isKnown ? Int(size.ws_col) : nil,
      rows: isKnown ? Int(size.ws_row) : nil, isTerminal: isTerminal)
    if !isTerminal || isatty(STDIN_FILENO) != 1 {
      (surface.isInteractive, surface.editsLines, surface.height) = (false, false, nil)
    }
    return surface
  }
}
