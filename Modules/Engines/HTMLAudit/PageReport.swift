public import Kernel

/// The findings about a page: of each rule whether it passed, and what a screen reader would find.
public struct PageReport: Sendable, Codable {
  /// Outcomes with the words of EARL, in which the results of ACT rules are exchanged.
  public enum Outcome: String, Sendable, Codable {
    case passed, failed
    /// The rule applies to nothing on the page.
    case inapplicable
    /// A person, or a browser, has to decide.
    case cantTell
  }

  /// A rule with its outcome: that of its worst target.
  public struct RuleResult: Sendable, Codable {
    public let rule: String
    public let act: String?
    public let criteria: [String]
    public let title: String
    public let outcome: Outcome
    public let targets: [Target]
    /// Number of targets that are not listed.
    public let unlisted: Int
  }

  /// An element to which a rule applies.
  public struct Target: Sendable, Codable {
    public let outcome: Outcome
    public let element: Element
    /// Why it failed, or who has to decide.
    public let words: String?
  }

  /// An element as a screen reader finds it.
  public struct Element: Sendable, Codable {
    /// The names from the document to the element, with numbers among equals, such as "html/body/p[2]".
    public let path: String
    public let line: Int
    public let column: Int
    public let role: String
    public let name: String
    /// The level of a heading.
    public let level: Int?
  }

  /// The colours of a text.
  public struct Colours: Sendable, Codable {
    public let line: Int
    public let text: String
    public let foreground: String?
    public let background: String?
    public let ratio: Double?
    public let size: Double
    public let isBold: Bool
  }

  /// The form of this document.
  public let version: Int
  public let title: String
  public let language: String
  public let rules: [RuleResult]
  /// The members of the accessibility tree with a role other than generic, in the order of the page.
  public let elements: [Element]
  /// Texts in colours that the page itself names.
  public let colours: [Colours]
  /// Number of elements and colours that are not listed.
  public let unlisted: Int

  static let mostTargets = 200
  static let mostElements = 5_000

  public var failures: [RuleResult] { rules.filter { $0.outcome == .failed } }
}

/// Checks pages of HTML against the rules for accessibility that a page alone can decide.
public enum HTMLAudit {
  public static func report(of page: StaticPage) throws(Problem) -> PageReport {
    let scene = PageScene(page)
    guard !scene.styles.isTooIntricate else {
      throw Problem(
        "page-too-intricate", "The page has more style rules for its elements than can be matched.",
        remedy: "Check a part of it.")
    }
    let exam = PageExam(scene)
    let rules = PageRule.all.map { result(of: $0, exam) }
    let listed = page.nodes.indices.filter { place in
      scene.isExposed(place) && !["generic", ""].contains(scene.roles[place])
    }
    let texts = page.nodes.indices.filter { place in
      page.nodes[place].text.map { !$0.isBlank } ?? false && scene.styles.computed[place].isColoured
        && scene.isSeen(place)
    }
    let most = PageReport.mostElements
    let report = PageReport(
      version: 1,
      title: exam.title.map { scene.text(of: $0).collapsed } ?? "",
      language: page.nodes.first { $0.html == "html" }?["lang"] ?? "", rules: rules,
      elements: listed.prefix(most).map { element(at: $0, exam) },
      colours: texts.prefix(most).map { colours(of: $0, scene) },
      unlisted: max(0, listed.count - most) + max(0, texts.count - most))
    guard !exam.names.isExhausted else {
      throw Problem(
        "page-too-intricate",
        "The names of the page's elements refer to one another so often that they cannot be computed.",
        remedy: "Check a part of it.")
    }
    return report
  }

  private static func result(of rule: PageRule, _ exam: PageExam) -> PageReport.RuleResult {
    let targets = rule.targets(exam)
    let worst: PageReport.Outcome =
      if targets.isEmpty {
        .inapplicable
      } else if targets.contains(where: { outcome(of: $0) == .failed }) {
        .failed
      } else {
        targets.contains { outcome(of: $0) == .cantTell } ? .cantTell : .passed
      }
    // Failures are listed first, so that a limit leaves out the others.
    let sorted = targets.filter { outcome(of: $0) == .failed } + targets.filter { outcome(of: $0) != .failed }
    return PageReport.RuleResult(
      rule: rule.id, act: rule.act, criteria: rule.criteria, title: rule.title, outcome: worst,
      targets: sorted.prefix(PageReport.mostTargets).map { target in
        PageReport.Target(
          outcome: outcome(of: target), element: element(at: target.place, exam), words: words(of: target))
      }, unlisted: max(0, targets.count - PageReport.mostTargets))
  }

  private static func outcome(of target: PageTarget) -> PageReport.Outcome {
    switch target.verdict {
    case .passed: .passed
    case .failed: .failed
    case .undecided: .cantTell
    }
  }

  private static func words(of target: PageTarget) -> String? {
    switch target.verdict {
    case .passed: nil
    case .failed(let words), .undecided(let words): words
    }
  }

  private static func element(at place: Int, _ exam: PageExam) -> PageReport.Element {
    let node = exam.nodes[place]
    return PageReport.Element(
      path: path(of: place, exam.nodes), line: node.line, column: node.column, role: exam.scene.roles[place],
      name: String(exam.names.name(of: place).prefix(500)),
      level: exam.scene.roles[place] == "heading" ? PageRule.headingLevel(node) : nil)
  }

  private static func path(of place: Int, _ nodes: [PageNode]) -> String {
    var parts: [String] = []
    var at = place
    while at > 0, parts.count < 40 {
      parts.append(nodes[at].number > 0 ? "\(nodes[at].name)[\(nodes[at].number)]" : nodes[at].name)
      at = nodes[at].parent
    }
    return parts.reversed().joined(separator: "/")
  }

  private static func colours(of place: Int, _ scene: PageScene) -> PageReport.Colours {
    let style = scene.styles.computed[place]
    var (front, ground, ratio): (String?, String?, Double?) = (nil, nil, nil)
    if case .known(let colour, let behind, _) = PageColours(of: place, in: scene) {
      (front, ground) = (colour.hexadecimal, behind.hexadecimal)
      ratio = (colour.contrast(with: behind) * 100).rounded(.down) / 100
    }
    return PageReport.Colours(
      line: scene.nodes[place].line, text: String((scene.nodes[place].text ?? "").collapsed.prefix(100)),
      foreground: front,
      background: ground, ratio: ratio, size: (style.fontSize * 100).rounded() / 100, isBold: style.isBold)
  }
}
