public import Interface

/// The changes of a page from one frame to the next, addressed by identifiers. Elements that a patch does not name keep
/// their focus, caret and unsent input.
public struct Patch: Sendable, Equatable {
  public enum Change: Sendable, Equatable {
    /// Replaces the element's own tag and keeps its children.
    case own(id: String, html: String)
    /// Replaces the element with its children.
    case whole(id: String, html: String)
    /// Inserts before the child with that identifier, or at the end.
    case insert(html: String, into: String, before: String?)
    case remove(id: String)
    case move(id: String, into: String, before: String?)
  }

  public var changes: [Change] = []
  /// Elements that are new or have another meaning than before. A command meant for their predecessors must not reach
  /// them.
  public var renewed: [String] = []

  /// An empty patch.
  public init() {}

  /// The changes from an older frame to a newer one.
  public init(from older: Frame, to newer: Frame, on face: Face) {
    let (old, new) = (older.root, newer.root)
    let differences = new.differences(from: old)
    guard !differences.isEmpty else { return }
    let before = Places(differences.ids, in: old)
    // The former parent of a removed element may have to be redrawn.
    let after = Places(differences.ids.union(before.byID.keys), in: new)
    var writer = PatchWriter(face: face, root: new, old: before, new: after)
    for difference in differences { writer.write(difference) }
    changes = writer.changes + writer.redrawn
    renewed = writer.renewed
  }
}

/// Collects the changes of one patch.
private struct PatchWriter {
  let face: Face
  let old: Places
  let new: Places
  private(set) var changes: [Patch.Change] = []
  private(set) var renewed: [String] = []
  private var wholes: Set<String> = []

  /// The root and its children, whose own tags a patch leaves unchanged.
  private let areas: Set<String>

  init(face: Face, root: Element, old: Places, new: Places) {
    self.face = face
    areas = Set([root.id] + root.children.map(\.id))
    self.old = old
    self.new = new
  }

  /// The elements that are drawn as a whole, each redrawn once however much of it changed.
  var redrawn: [Patch.Change] {
    wholes.sorted().compactMap { id in
      new.byID[id].map { .whole(id: id, html: face.html($0.element, in: $0.parent)) }
    }
  }

  mutating func write(_ difference: Difference) {
    switch difference {
    case .update(let element):
      guard !areas.contains(element.id), let place = new.byID[element.id] else { return }
      if let before = old.byID[element.id]?.element, !place.element.isTheSameThing(as: before) {
        renewed.append(element.id)
      }
      if isRedrawn(with: element.id, in: new) { return }
      changes.append(.own(id: element.id, html: face.ownHTML(place.element, in: place.parent)))
    case .insert(let element, let parent, let next):
      renewed += element.all.map(\.id)
      guard !isRedrawn(with: parent, in: new), let holder = new.byID[parent]?.element else { return }
      changes.append(.insert(html: face.html(element, in: holder), into: parent, before: next))
    case .remove(let id):
      guard let parent = old.byID[id]?.parent.id, !isRedrawn(with: parent, in: old) else { return }
      changes.append(.remove(id: id))
    case .move(let id, let parent, let next):
      if !isRedrawn(with: parent, in: new) { changes.append(.move(id: id, into: parent, before: next)) }
    }
  }

  /// Whether the element is drawn as a whole or is inside one that is. Marks the outermost such element for redrawing
  /// if both frames contain it; otherwise it is inserted or removed as a whole anyway.
  private mutating func isRedrawn(with id: String, in places: Places) -> Bool {
    var outermost: String?
    var next = places.byID[id]
    while let place = next {
      if isWhole(place.element) { outermost = place.element.id }
      next = place.element.id == place.parent.id ? nil : places.byID[place.parent.id]
    }
    guard let outermost else { return false }
    if old.byID[outermost] != nil, new.byID[outermost] != nil { wholes.insert(outermost) }
    return true
  }

  /// Whether the element is drawn as a whole. This includes an element whose role changed, since its children may look
  /// different in the new role.
  private func isWhole(_ element: Element) -> Bool {
    if face.isWhole(element.role) { return true }
    guard let before = old.byID[element.id]?.element, let after = new.byID[element.id]?.element else { return false }
    return before.role != after.role
  }
}

/// The named elements of a tree and their ancestors, each with its parent.
private struct Places {
  struct Place {
    let element: Element
    let parent: Element
  }

  private(set) var byID: [String: Place] = [:]

  init(_ wanted: Set<String>, in root: Element) { _ = find(root, in: root, wanted) }

  private mutating func find(_ element: Element, in parent: Element, _ wanted: Set<String>) -> Bool {
    var isOnTheWay = wanted.contains(element.id)
    for child in element.children where find(child, in: element, wanted) { isOnTheWay = true }
    if isOnTheWay { byID[element.id] = Place(element: element, parent: parent) }
    return isOnTheWay
  }
}

extension [Difference] {
  /// The identifiers that the differences refer to.
  fileprivate var ids: Set<String> {
    var ids: Set<String> = []
    for difference in self {
      switch difference {
      case .update(let element): ids.insert(element.id)
      case .insert(let element, let parent, _): ids.formUnion([element.id, parent])
      case .remove(let id): ids.insert(id)
      case .move(let id, let parent, _): ids.formUnion([id, parent])
      }
    }
    return ids
  }
}

extension Element {
  /// Whether an action meant for one element has the same meaning on the other. Children and value may differ.
  func isTheSameThing(as other: Element) -> Bool {
    role == other.role && label == other.label && destination == other.destination && actions == other.actions
  }
}
