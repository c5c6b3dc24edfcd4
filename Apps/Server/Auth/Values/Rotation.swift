/// The result of presenting a refresh token.
enum Rotation: Sendable, Hashable {
  /// The token is current: it is replaced by a new one.
  case swap
  /// The token's successor is still current, since the client never received it: it is returned again.
  case again(nonce: String)
  /// The token was used a moment ago, perhaps by another window of the same client: a further token is issued.
  case fork
  /// The token was used long ago: two parties have it, and they cannot be told apart.
  case stolen

  /// `revoked` is when the token was used, `child` the nonce of its current successor. Times are in milliseconds.
  init(revoked: Int?, child: String?, now: Int, reuse: Int) {
    if let revoked {
      self = child.map { .again(nonce: $0) } ?? (now <= revoked + reuse ? .fork : .stolen)
    } else {
      self = .swap
    }
  }
}
