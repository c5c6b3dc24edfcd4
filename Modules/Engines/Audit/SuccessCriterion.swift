/// A success criterion of WCAG 2.1, level A or AA, and how it is decided for our screens.
public struct SuccessCriterion: Sendable, Hashable {
  public enum Level: String, Sendable, Hashable {
    case a = "A"
    case aa = "AA"
  }

  public enum Means: Sendable, Hashable {
    /// By rules of this module, over every screen.
    case rules
    /// In a browser, by axe and tests of the page.
    case browser(String)
    /// By a test elsewhere in the repository.
    case test(String)
    /// Only a person can tell.
    case person(String)
    /// Our screens have nothing that it is about.
    case absent(String)
  }

  public let number: String
  public let title: String
  public let level: Level
  public let means: Means

  /// The rules that check it, whatever decides the rest.
  public var rules: [Rule] { Rule.allCases.filter { $0.criterion == number } }

  private init(_ number: String, _ title: String, _ level: Level, _ means: Means) {
    self.number = number
    self.title = title
    self.level = level
    self.means = means
  }

  /// All fifty, in the order of the recommendation.
  public static let all: [SuccessCriterion] = [
    .init("1.1.1", "Non-text content", .a, .rules),
    .init("1.2.1", "Audio-only and video-only", .a, .test("the sound of a chart stands beside its table: ChartTests")),
    .init("1.2.2", "Captions (prerecorded)", .a, .absent("no video")),
    .init("1.2.3", "Audio description or media alternative", .a, .absent("no video")),
    .init("1.2.4", "Captions (live)", .aa, .test("both sides of a voice session are shown as they speak: VoiceTests")),
    .init("1.2.5", "Audio description", .aa, .absent("no video")),
    .init("1.3.1", "Info and relationships", .a, .rules),
    .init("1.3.2", "Meaningful sequence", .a, .browser("the Tab key and the reading order are compared")),
    .init("1.3.3", "Sensory characteristics", .a, .person("whether a sentence points by shape or place alone")),
    .init("1.3.4", "Orientation", .aa, .browser("no lock; every screen at 320 pixels and on a desktop")),
    .init("1.3.5", "Identify input purpose", .aa, .rules),
    .init("1.4.1", "Use of colour", .a, .rules),
    .init("1.4.2", "Audio control", .a, .test("a sound lasts less than a second and is off at first: FeedbackTests")),
    .init("1.4.3", "Contrast (minimum)", .aa, .rules),
    .init("1.4.4", "Resize text", .aa, .rules),
    .init("1.4.5", "Images of text", .aa, .absent("charts are drawn with text")),
    .init("1.4.10", "Reflow", .aa, .browser("no sideways scrolling at 320 pixels")),
    .init("1.4.11", "Non-text contrast", .aa, .rules),
    .init("1.4.12", "Text spacing", .aa, .browser("axe, and 200 % without loss")),
    .init("1.4.13", "Content on hover or focus", .aa, .browser("the value of a chart stays, and Escape removes it")),
    .init("2.1.1", "Keyboard", .a, .browser("every control is used by keys alone")),
    .init("2.1.2", "No keyboard trap", .a, .browser("the Tab key leaves every control")),
    .init("2.1.4", "Character key shortcuts", .a, .browser("the one letter is off in fields")),
    .init("2.2.1", "Timing adjustable", .a, .rules),
    .init("2.2.2", "Pause, stop, hide", .a, .person("whether anything moves for longer than five seconds")),
    .init("2.3.1", "Three flashes", .a, .test("the marked edge pulses twice in 1.5 seconds: test_accessibility.py")),
    .init("2.4.1", "Bypass blocks", .a, .browser("the first Tab stop skips to the content")),
    .init("2.4.2", "Page titled", .a, .rules),
    .init("2.4.3", "Focus order", .a, .rules),
    .init("2.4.4", "Link purpose", .a, .rules),
    .init("2.4.5", "Multiple ways", .aa, .test("tabs, links and the search reach every place: NavigationTests")),
    .init("2.4.6", "Headings and labels", .aa, .rules),
    .init("2.4.7", "Focus visible", .aa, .browser("an outline of 2 pixels on every control")),
    .init("2.5.1", "Pointer gestures", .a, .rules),
    .init("2.5.2", "Pointer cancellation", .a, .person("whether every control can be left before it acts")),
    .init("2.5.3", "Label in name", .a, .rules),
    .init("2.5.4", "Motion actuation", .a, .absent("nothing is done by moving the device")),
    .init("3.1.1", "Language of page", .a, .browser("axe")),
    .init("3.1.2", "Language of parts", .aa, .person("whether a person's own words are in another language")),
    .init("3.2.1", "On focus", .a, .person("whether the focus alone changes anything")),
    .init("3.2.2", "On input", .a, .person("whether a field changes more than itself")),
    .init("3.2.3", "Consistent navigation", .aa, .rules),
    .init("3.2.4", "Consistent identification", .aa, .person("whether two words mean one thing")),
    .init("3.3.1", "Error identification", .a, .rules),
    .init("3.3.2", "Labels or instructions", .a, .rules),
    .init("3.3.3", "Error suggestion", .aa, .person("whether what a complaint suggests helps")),
    .init("3.3.4", "Error prevention", .aa, .rules),
    .init("4.1.1", "Parsing", .a, .browser("every page is parsed without a fault")),
    .init("4.1.2", "Name, role, value", .a, .rules),
    .init("4.1.3", "Status messages", .aa, .rules),
  ]
}

extension SuccessCriterion {
  /// The report as a Markdown table, which Documentation/Accessibility.md holds.
  public static var table: String {
    let rows = all.map { criterion in
      let rules = criterion.rules.map { "`\($0.rawValue)`" }.joined(separator: ", ")
      let how: String =
        switch criterion.means {
        case .rules: "`troupe audit`: \(rules)"
        case .browser(let what): "browser: \(what)"
        case .test(let what): "test: \(what)"
        case .person(let what): "needs a person: \(what)"
        case .absent(let why): "does not apply: \(why)"
        }
      let also = criterion.means == .rules || rules.isEmpty ? "" : "; also \(rules)"
      return "| \(criterion.number) | \(criterion.title) | \(criterion.level.rawValue) | \(how)\(also) |"
    }
    return (["| criterion | title | level | decided by |", "|---|---|---|---|"] + rows).joined(separator: "\n")
  }
}
