internal import Interface
internal import Kernel

/// The last frame of a window together with the actions that it offers. It holds no node, since the nodes of a screen
/// take several times the memory of its frame.
struct Picture: Sendable {
  var frame: Frame
  let refresh: Bound?
  /// By the identifier of the node, which is unique in a frame. The destinations of links are in the frame.
  private let offers: [String: [Offer<Bound>]]

  init(_ frame: Frame, of nodes: [Node<Bound>], refresh: Bound?) {
    self.frame = frame
    self.refresh = refresh
    var offers: [String: [Offer<Bound>]] = [:]
    for node in nodes { node.gather(into: &offers) }
    self.offers = offers
  }

  func offer(_ verb: Verb, of node: String) -> Offer<Bound>? { offers[node]?.first { $0.verb == verb } }

  /// Returns the elements that can be acted on. With a dialog open, labels refer to elements of the dialog only; an
  /// identifier may also refer to a toast, which is shown in front of the dialog.
  private func inReach(of target: Command.Target) -> [Element] {
    guard let dialog = frame.dialog else { return frame.everything }
    switch target {
    case .label: return dialog.all
    case .id: return ([dialog] + frame.toasts).flatMap(\.all)
    }
  }
}

extension Node<Bound> {
  fileprivate func gather(into all: inout [String: [Offer<Bound>]]) {
    if !offers.isEmpty { all[id] = offers }
    for child in children { child.gather(into: &all) }
  }
}

extension Picture {
  /// Returns the element that the target names. Among several with the label, the one that offers the verb.
  func element(_ target: Command.Target, offering verb: Verb) throws(Problem) -> Element {
    let inReach = inReach(of: target)
    let named = inReach.filter { target.names($0) }
    let enabled = named.filter { !$0.state.isDisabled }
    let able = enabled.filter { $0.actions.contains(verb) }
    if let only = able.first, able.count == 1 { return only }
    let others = inReach.filter { !$0.state.isDisabled && $0.actions.contains(verb) }.map(\.label)
    if able.count > 1 {
      throw Problem(
        "ambiguous", "\(target) is there \(able.count) times.",
        remedy: "Name one by its id: \(able.map(\.id).joined(separator: ", ")).")
    }
    if let element = enabled.first {
      throw Problem(
        "not-offered", "\(target) is a \(element.role.rawValue) and does not take “\(verb.rawValue)”.",
        remedy: element.actions.isEmpty
          ? "These do: \(others.listed)." : "It takes: \(element.actions.map(\.rawValue).listed).")
    }
    if let element = named.first {
      throw Problem(
        "disabled", "\(target) cannot be used now.\(element.hint.map { " \($0)" } ?? "")",
        remedy: "These can: \(others.listed).")
    }
    throw .absent(target, among: others)
  }
}

extension Problem {
  static func absent(_ target: Command.Target, among labels: [String]) -> Problem {
    Problem("no-such-node", "\(target) is not on the screen.", remedy: "There is: \(labels.listed).")
  }
}

extension Picture {
  /// Says which values the node accepts.
  func refusal(of entry: Entry, by element: Element) -> Problem {
    let wanted: String =
      if element.role == .filefield {
        offer(.hand, of: element.id) == nil ? "a photo, by `photo`" : "a file of this machine, by its path"
      } else if let minimum = element.state.minimum, let maximum = element.state.maximum {
        "a number from \(minimum) to \(maximum)"
      } else if let longest = element.state.longest {
        "a text of at most \(longest) characters"
      } else if !element.children.isEmpty {
        "one of \(element.children.map(\.label).listed)"
      } else {
        "true or false"
      }
    return Problem("bad-value", "“\(element.label)” did not take that.", remedy: "It takes \(wanted).")
  }
}

extension [String] {
  /// Joins at most 40 distinct elements for a sentence.
  fileprivate var listed: String {
    var seen: Set<String> = []
    let distinct = filter { !$0.isEmpty && seen.insert($0).inserted }
    let shown = distinct.prefix(40).map { "“\($0)”" }.joined(separator: ", ")
    return distinct.isEmpty ? "nothing" : distinct.count > 40 ? "\(shown) and \(distinct.count - 40) more" : shown
  }
}
