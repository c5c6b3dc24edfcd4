internal import Tokens

/// A caller's access: everything, the own folder of every bucket, or nothing.
enum ObjectAccess: Sendable, Hashable {
  case everything
  case own(String)
  case nothing

  init(_ credential: Credential) throws(Refused) {
    switch credential {
    case .none: throw .noToken
    case .refused(let refusal): throw .token(refusal)
    case .caller(let caller, _):
      switch caller.role {
      case .service, .system: self = .everything
      case .authenticated: self = caller.user.map { .own($0) } ?? .nothing
      case .anonymous: self = .nothing
      }
    }
  }

  func allows(_ name: ObjectName) -> Bool {
    switch self {
    case .everything: true
    case .own(let person): !person.isEmpty && name.root == person
    case .nothing: false
    }
  }

  /// The owner of the caller's uploads.
  var owner: String? { if case .own(let person) = self { person } else { nil } }
}
