/// What follows when a refresh token is shown.
enum Rotation: Sendable, Hashable {
  /// It is current: it goes, and another comes.
  case swap
  /// It is the parent of the current one, which the client never got: it gets that one.
  case again(nonce: String)
  /// It has just been used, perhaps by another window of the same client: another comes.
  case fork
  /// It was used long ago: somebody else has a copy, and nobody knows who is who.
  case stolen

  /// `revoked` is when it was used, and `child` the nonce of a current token that followed it. In milliseconds.
  init(revoked: Int?, child: String?, now: Int, reuse: Int) {
    if let revoked {
      self = child.map { .again(nonce: $0) } ?? (now <= revoked + reuse ? .fork : .stolen)
    } else {
      self = .swap
    }
  }
}
