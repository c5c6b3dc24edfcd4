internal import JSON
internal import Kernel
internal import Peers
internal import ProductKit
internal import Supabase

extension Membership {
  /// Calls the function `matches`.
  func matches(_ question: JSON) async throws(Problem) -> JSON {
    try await call(MatchList.name, question, undone: "Your matches could not be loaded")
  }

  /// Calls the function `connection`.
  func ask(_ ask: PeerAsk) async throws(Problem) -> JSON {
    try await call(PeerAsk.function, ask.json, undone: ask.undone)
  }

  private func call(_ function: String, _ question: JSON, undone: String) async throws(Problem) -> JSON {
    switch await Server(try await session()).function(function, question) {
    case .success(let answer): return answer.value
    case .failure(let failure): throw Problem(failure, undone)
    }
  }
}

extension PeerAsk {
  /// The sentence's beginning when it was not done.
  fileprivate var undone: String {
    switch self {
    case .people: "The profiles could not be loaded"
    case .request: "The request was not sent"
    case .accept, .decline: "Your answer was not sent"
    case .withdraw: "The request was not withdrawn"
    case .end: "The connection was not ended"
    case .report: "The report was not sent"
    case .invitations: "Your codes could not be loaded"
    case .invite: "No code was made"
    case .uninvite: "The code was not withdrawn"
    case .redeem: "The code was not used"
    }
  }
}

extension Problem {
  fileprivate init(_ failure: WireFailure, _ undone: String) {
    switch failure {
    case .refused(_, "INCOMPLETE", _):
      self = Problem(
        "match-incomplete", "\(undone): your profile has not reached the server yet.", safe: "Nothing is lost.",
        remedy: "Try again in a moment.")
    case .refused(_, let code, let reason) where !reason.isEmpty && code != "MALFORMED":
      // The sentence of the server says it all.
      self = Problem("peer-refused", reason, remedy: "")
    case .refused, .broken:
      self = Problem(
        "peer-broken", "\(undone): the server's answer made no sense.", safe: "Nothing is lost.",
        remedy: "Try again later.")
    case .unreachable, .timedOut: self = .peerOffline("\(undone): the server cannot be reached.")
    case .later:
      self = Problem(
        "peer-busy", "\(undone): the server is busy.", safe: "Nothing is lost.", remedy: "Try again in a minute.")
    case .unauthorized:
      self = Problem(
        "peer-signed-out", "\(undone): you are signed out.", safe: "Nothing is lost.", remedy: "Sign in under Account.")
    }
  }
}
