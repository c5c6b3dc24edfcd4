internal import Expenses
internal import JSON
internal import Kernel
internal import Platform
internal import ProductKit
internal import Receipts
internal import Supabase

extension ReceiptServer {
  /// The person's own folder of receipts on the server of their account.
  init(_ membership: Membership) {
    self.init(
      send: { id, bytes throws(Problem) in
        let path = try await membership.receiptPath(id)
        let answer = await (try await membership.server()).upload(
          bytes, as: ReceiptFunction.type, to: path, in: ReceiptFunction.bucket)
        if case .failure(let failure) = answer { throw .receipt(failure) }
      },
      read: { id throws(Problem) in
        let path = try await membership.receiptPath(id)
        let question: JSON = ["object": .string("\(ReceiptFunction.bucket)/\(path)")]
        switch await (try await membership.server()).function(ReceiptFunction.name, question) {
        case .success(let answered): return ReadReceipt(answered.value)
        case .failure(let failure): throw .receipt(failure)
        }
      },
      fetch: { id throws(Problem) in
        let path = try await membership.receiptPath(id)
        switch await (try await membership.server()).download(
          path, in: ReceiptFunction.bucket, most: ReceiptReader.largest)
        {
        case .success(let answered): return answered.value
        case .failure(let failure): throw .receipt(failure)
        }
      },
      remove: { id throws(Problem) in
        let path = try await membership.receiptPath(id)
        let answer = await (try await membership.server()).remove(path, in: ReceiptFunction.bucket)
        if case .failure(let failure) = answer { throw .receipt(failure) }
      })
  }
}

extension Membership {
  fileprivate func receiptPath(_ id: String) async throws(Problem) -> String {
    guard case .signedIn(let user, _) = try await session().states.value else { throw .receipt(.unauthorized) }
    return "\(user.uuidString.lowercased())/\(id).jpg"
  }
}

extension Problem {
  fileprivate static func receipt(_ failure: WireFailure) -> Problem {
    let reason =
      switch failure {
      case .unreachable, .timedOut: "The server cannot be reached."
      case .unauthorized: "You are signed out."
      case .later: "The server is busy."
      case .refused: "The server refused the receipt."
      case .broken: "The server's answer could not be read."
      }
    return Problem(
      "receipt-not-sent", reason, safe: "The picture is kept on this device.",
      remedy: "Wait; it is tried again by itself.")
  }
}
