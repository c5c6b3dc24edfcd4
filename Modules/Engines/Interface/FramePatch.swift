/// The step from one frame to the next, for connections that do not send whole frames: the members that differ, and the
/// changes of the tree `Frame.root`.
public struct FramePatch: Sendable, Hashable, Codable {
  /// The members of a frame beside its elements. Nil for one that stays.
  public struct Members: Sendable, Hashable, Codable {
    public var product: String?
    public var profile: String?
    public var route: Route?
    public var title: String?
    public var appearance: Appearance?
    public var scroll: Double?
    public var settled: Bool?

    fileprivate init(from old: Frame, to new: Frame) {
      func changed<Value: Equatable>(_ member: KeyPath<Frame, Value>) -> Value? {
        old[keyPath: member] == new[keyPath: member] ? nil : new[keyPath: member]
      }
      product = changed(\.product)
      profile = changed(\.profile)
      route = changed(\.route)
      title = changed(\.title)
      appearance = changed(\.appearance)
      scroll = changed(\.scroll)
      settled = changed(\.settled)
    }
  }

  public let members: Members
  public let changes: [Difference]

  /// Nil where changes cannot lead from the old frame to the new one, since two of its elements have one identifier.
  public init?(from old: Frame, to new: Frame) {
    let (before, after) = (old.root, new.root)
    let changes = after.differences(from: before)
    guard before.applying(changes) == after else { return nil }
    self.changes = changes
    members = Members(from: old, to: new)
  }
}

extension Frame {
  /// The frame after a patch; nil when the patch belongs to another frame.
  public func applying(_ patch: FramePatch) -> Frame? {
    guard let root = root.applying(patch.changes), root.children.count == 4 else { return nil }
    let members = patch.members
    return Frame(
      product: members.product ?? product, profile: members.profile ?? profile, route: members.route ?? route,
      title: members.title ?? title, appearance: members.appearance ?? appearance, chrome: root.children[0].children,
      nodes: root.children[1].children, toasts: root.children[2].children, dialog: root.children[3].children.first,
      scroll: members.scroll ?? scroll, settled: members.settled ?? settled)
  }
}
