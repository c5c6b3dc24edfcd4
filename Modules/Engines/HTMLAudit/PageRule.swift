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
