public import Interface

/// The announcements for a step from one frame to the next.
///
/// A changed screen announces its title; the focus moves there. Elements that say so announce what is new or changed about
/// them, politely or at once, each text once; a progress bar at each quarter. Behind a dialog nothing is announced; a dialog
/// announces its name.
public enum Announcer {
  /// The steps of a progress bar that are told, in per cent.
  public static let interval = 25.0

  public static func announcements(from old: Frame, to new: Frame) -> [Announcement] {
    var texts: Set<String> = []
    var all: [Announcement] = []
    func say(_ text: String, _ urgency: Announcement.Urgency) {
      guard text.contains(where: { $0.isLetter || $0.isNumber }), texts.insert(text).inserted else { return }
      all.append(Announcement(text, urgency: urgency))
    }
    if let dialog = new.dialog {
      if old.dialog?.id != dialog.id || old.dialog?.label != dialog.label { say(dialog.label, .assertive) }
    } else if old.route != new.route || old.title != new.title {
      say(new.title, .polite)
    }
    let telling = (old.chrome + old.nodes + old.toasts + (old.dialog.map { [$0] } ?? [])).telling
    let before = Dictionary(telling.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    // The same words in another place are no news.
    let known = Set(telling.filter { $0.urgency != nil }.map(\.told))
    let messages = Set(new.toasts.map(\.id))
    let reach = new.dialog.map { [$0] + new.toasts } ?? new.chrome + new.nodes + new.toasts
    // A screen that was just entered is read from its heading on.
    let isNew = new.dialog == nil && old.route != new.route
    for element in reach.telling {
      let other = before[element.id]
      if element.role == .log {
        let known = Set(other?.children.map(\.id) ?? [])
        if other != nil { for child in element.children where !known.contains(child.id) { say(child.told, .polite) } }
      } else if element.role == .progressbar {
        // A busy screen would be told at every step otherwise.
        let hasBegun = other == nil && element.state.live != nil && !isNew
        if hasBegun || other.map({ $0.mark != element.mark }) == true { say(element.told, .polite) }
      } else if let urgency = element.urgency, !known.contains(element.told) {
        // A message in front and what is urgent is told wherever it appears.
        if !isNew || urgency == .assertive || messages.contains(element.id) { say(element.told, urgency) }
      }
    }
    return all.filter { $0.urgency == .assertive } + all.filter { $0.urgency == .polite }
  }
}

extension [Element] {
  /// Those of the trees that may announce something, in reading order.
  fileprivate var telling: [Element] {
    var found: [Element] = []
    for element in self { element.gatherTelling(into: &found) }
    return found
  }
}

extension Element {
  fileprivate func gatherTelling(into found: inout [Element]) {
    if isTelling { found.append(self) }
    for child in children { child.gatherTelling(into: &found) }
  }

  fileprivate var isTelling: Bool { role == .log || role == .progressbar || urgency != nil }

  fileprivate var urgency: Announcement.Urgency? {
    if role == .log { return nil }
    return state.live ?? (role == .alert ? .assertive : role == .status ? .polite : nil)
  }

  fileprivate var told: String { [label, value ?? ""].filter { !$0.isEmpty }.joined(separator: ": ") }

  /// The step of the progress that was passed last; nil without a number.
  fileprivate var mark: Int? {
    guard let number = state.number, let whole = state.maximum, whole > 0, number.isFinite, whole.isFinite else {
      return nil
    }
    return Int((min(max(number / whole, 0), 1) * 100 / Announcer.interval).rounded(.down))
  }
}
