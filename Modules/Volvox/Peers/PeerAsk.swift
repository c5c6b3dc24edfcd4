public import JSON
public import Kernel

/// A question to the server that concerns another person. Each is answered at once or not at all.
public enum PeerAsk: Sendable, Hashable {
  /// The cards of the people with whom there is a request or a connection.
  case people
  case request(ID<ConnectionRequest>, of: String, as: ConnectionRequest.Wish, note: String?)
  case accept(ID<ConnectionRequest>)
  case decline(ID<ConnectionRequest>)
  case withdraw(ID<ConnectionRequest>)
  case end(ID<SponsorConnection>, feedback: String?)
  case report(String, PeerReport, words: String, messages: [ReportedMessage] = [])
  /// The own open invitations.
  case invitations
  /// Makes an invitation and answers its code. The same identifier again answers a new code for the same invitation.
  case invite(ID<Invitation>, as: ConnectionRequest.Wish)
  case uninvite(ID<Invitation>)
  /// Connects this person with the one who made the code.
  case redeem(InvitationCode)

  /// The name of the server's function.
  public static let function = "connection"

  /// The body of the call.
  public var json: JSON {
    func optional(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }
    return switch self {
    case .people: ["act": "people"]
    case .request(let id, let person, let wish, let note):
      [
        "act": "request", "id": .string(id.description), "person": .string(person), "asks_for": .string(wish.rawValue),
        "note": optional(note),
      ]
    case .accept(let id): ["act": "accept", "request": .string(id.description)]
    case .decline(let id): ["act": "decline", "request": .string(id.description)]
    case .withdraw(let id): ["act": "withdraw", "request": .string(id.description)]
    case .end(let id, let feedback):
      ["act": "end", "connection": .string(id.description), "feedback": optional(feedback)]
    case .report(let person, let kind, let words, let messages):
      [
        "act": "report", "person": .string(person), "kind": .string(kind.rawValue), "words": .string(words),
        "messages": .array(messages.map(\.json)),
      ]
    case .invitations: ["act": "invitations"]
    case .invite(let id, let wish):
      ["act": "invite", "id": .string(id.description), "asks_for": .string(wish.rawValue)]
    case .uninvite(let id): ["act": "uninvite", "id": .string(id.description)]
    case .redeem(let code): ["act": "redeem", "code": .string(code.text)]
    }
  }
}

/// The kinds of a report. The raw values are stored.
public enum PeerReport: String, Sendable, Hashable, Codable, CaseIterable {
  case harassment, impersonation, selling, danger, other

  public static let longestWords = 2_000

  public var title: String {
    switch self {
    case .harassment: "Harassment or threats"
    case .impersonation: "Pretends to be somebody else"
    case .selling: "Sells something or asks for money"
    case .danger: "Somebody is in danger"
    case .other: "Something else"
    }
  }
}

extension Problem {
  /// The server cannot be reached; `what` names what was not done.
  public static func peerOffline(_ what: String) -> Problem {
    Problem("peer-offline", what, safe: "Nothing was changed.", remedy: "Try again when you are online.")
  }
}
