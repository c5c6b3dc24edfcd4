/// A rule that a page is held to. Raw identifiers are permanent, since reports and scripts rely on them.
public struct PageRule: Sendable {
  /// The name of the rule here, such as "image-name".
  public let id: String
  /// The identifier of the rule of W3C's ACT rules that it implements; nil for a rule of our own.
  public let act: String?
  /// The success criteria of WCAG 2.1, such as "1.1.1". Empty for what WCAG does not demand.
  public let criteria: [String]
  public let title: String
  let check: @Sendable (PageExam) -> [PageTarget]

  init(
    _ id: String, act: String? = nil, _ criteria: [String], _ title: String,
    check: @escaping @Sendable (PageExam) -> [PageTarget]
  ) {
    self.id = id
    self.act = act
    self.criteria = criteria
    self.title = title
    self.check = check
  }

  static let unsure = "A rule of the style sheets that cannot be read here decides whether and how it is shown."
  static let outside = "A style sheet outside of the page may hide or change it."

  /// Rules that do not depend on what is shown, and the contrast, which knows what it depends on.
  private static let regardless: Set<String> = [
    "title", "viewport", "refresh", "bypass", "page-language", "page-language-valid", "page-language-right",
    "aria-defined", "aria-valid", "aria-controls", "id-unique", "contrast", "letter-spacing-important",
    "word-spacing-important", "line-height-important",
  ]

  /// The targets with their verdicts, where what is not known of their looks is taken into account.
  func targets(_ exam: PageExam) -> [PageTarget] {
    let found = check(exam)
    if PageRule.regardless.contains(id) { return found }
    let asksForName = id.hasSuffix("-name") || id == "label-in-name"
    return found.map { target in
      if case .undecided = target.verdict { return target }
      if exam.scene.hasUnsure(target.place) || asksForName && exam.names.isUnsure(target.place) {
        return PageTarget(place: target.place, verdict: .undecided(PageRule.unsure))
      }
      if exam.scene.styles.hasOuterSheets, case .failed(let words) = target.verdict {
        return PageTarget(place: target.place, verdict: .undecided("\(words) \(PageRule.outside)"))
      }
      return target
    }
  }

  /// Every rule, in the order of reports.
  public static let all: [PageRule] =
    nameRules + imageRules + formRules + documentRules + languageRules + ariaRules + ariaTreeRules + tableRules
    + structureRules + colourRules + spacingRules + mediaRules + wordingRules
}

/// An element to which a rule applies, with what was found.
struct PageTarget: Sendable {
  let place: Int
  let verdict: PageVerdict
}

/// The verdict of a rule on an element.
enum PageVerdict: Sendable {
  case passed
  case failed(String)
  /// A person, or a browser with the rest of the page, has to decide, and why.
  case undecided(String)
}

/// One page while it is checked.
struct PageExam {
  let scene: PageScene
  let names: AccessibleName
  /// The first title of the document itself.
  let title: Int?

  init(_ scene: PageScene) {
    self.scene = scene
    names = AccessibleName(scene)
    title = scene.nodes.indices.first { place in
      scene.nodes[place].html == "title" && scene.ancestor(of: place) { scene.nodes[$0].html == "template" } == nil
    }
  }

  var nodes: [PageNode] { scene.nodes }

  /// Checks each element for which `verdict` is not nil.
  func each(_ verdict: (Int, PageNode) -> PageVerdict?) -> [PageTarget] {
    var targets: [PageTarget] = []
    for place in nodes.indices where nodes[place].isElement {
      guard let found = verdict(place, nodes[place]) else { continue }
      targets.append(PageTarget(place: place, verdict: found))
    }
    return targets
  }

  /// Checks the document element.
  func root(_ verdict: (Int, PageNode) -> PageVerdict?) -> [PageTarget] {
    guard let place = nodes.indices.first(where: { nodes[$0].html == "html" }) else { return [] }
    return verdict(place, nodes[place]).map { [PageTarget(place: place, verdict: $0)] } ?? []
  }

  /// Passes what has a name.
  func named(_ place: Int, _ kind: String) -> PageVerdict {
    names.name(of: place).isBlank ? .failed("The \(kind) has no accessible name.") : .passed
  }
}
