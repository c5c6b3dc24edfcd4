internal import HTTP
internal import JSON
public import Kernel
public import Platform

/// The deletion of an account that waits for its day.
public struct PendingDeletion: Sendable, Hashable {
  public let requested: Date
  /// The instant from which the account is erased.
  public let erases: Date
  /// Gives access to the certificate when the account is gone.
  public let receipt: Redacted<String>

  public init(requested: Date, erases: Date, receipt: Redacted<String>) {
    self.requested = requested
    self.erases = erases
    self.receipt = receipt
  }
}

/// The server's statement that an account was erased.
public struct DeletionCertificate: Sendable, Hashable {
  public let id: String
  public let erased: Date
  /// The number of erased rows of each table.
  public let counts: [String: Int]
  public let signature: String
  /// The whole certificate as the server wrote it, which its signature covers.
  public let text: String

  public init(id: String, erased: Date, counts: [String: Int], signature: String, text: String) {
    self.id = id
    self.erased = erased
    self.counts = counts
    self.signature = signature
    self.text = text
  }
}

/// Whether an account was erased.
public enum ErasureOutcome: Sendable, Hashable {
  /// The server knows nothing of it.
  case none
  /// Its erasing has begun.
  case underWay
  case erased(DeletionCertificate)
}

/// The deletion of the account. Only a server of this project offers it.
extension Session {
  private static let path = "/auth/v1/user/deletion"

  /// Returns the deletion that is scheduled for the account; nil when there is none.
  public func deletion() async throws(Problem) -> PendingDeletion? {
    let incoming = try await personal(Session.path, method: "GET")
    guard let json = try? JSON(bytes: incoming.body, deepest: 4), let state = json["state"]?.string else {
      throw .unreadable
    }
    return state == "none" ? nil : try PendingDeletion(json)
  }

  /// Schedules the deletion of the account, with the password or after a recent sign-in.
  public func requestDeletion(_ password: Redacted<String>?) async throws(Problem) -> PendingDeletion {
    var members: [String: JSON] = [:]
    members["password"] = password.map { .string($0.revealed) }
    let incoming: Incoming
    do throws(Problem) {
      incoming = try await personal(Session.path, method: "POST", .object(members))
    } catch {
      // Said elsewhere of a change of the password.
      throw error == .wrongCurrent ? .notDeleted : error
    }
    guard let json = try? JSON(bytes: incoming.body, deepest: 4) else { throw .unreadable }
    return try PendingDeletion(json)
  }

  /// Keeps the account after all.
  public func cancelDeletion() async throws(Problem) {
    _ = try await personal(Session.path, method: "DELETE")
  }

  /// Asks for the certificate of the account, with the receipt of its deletion or with the last token of this device.
  /// Needs no session.
  public func erasure(receipt: Redacted<String>?) async throws(Problem) -> ErasureOutcome {
    var members: [String: JSON] = [:]
    members["receipt"] = receipt.map { .string($0.revealed) }
    members["token"] = (login?.tokens?.access ?? login?.former).map { .string($0.revealed) }
    guard !members.isEmpty else { return .none }
    let incoming = try await asked("/auth/v1/deletion/certificate", .object(members), as: nil)
    switch incoming.status {
    case 200: return .erased(try DeletionCertificate(incoming.body))
    case 404: return .none
    case 409: return .underWay
    default: throw .entering(SignInRefusal(incoming, at: now))
    }
  }
}

extension Problem {
  fileprivate static let notDeleted = Problem(
    "auth-delete-password", "The password is not right.", safe: "Your account was not changed.",
    remedy: "Check it and try again.")
}

extension PendingDeletion {
  fileprivate init(_ json: JSON) throws(Problem) {
    guard let requested = json["requested_at"]?.string.flatMap(Moment.date),
      let erases = json["erases_at"]?.string.flatMap(Moment.date), erases >= requested,
      let receipt = json["receipt"]?.string, 1...200 ~= receipt.utf8.count
    else { throw .unreadable }
    self.init(requested: requested, erases: erases, receipt: Redacted(receipt))
  }
}

extension DeletionCertificate {
  private static let most = 200
  private static let longest = 65_536

  fileprivate init(_ body: [UInt8]) throws(Problem) {
    guard body.count <= Self.longest, let json = try? JSON(bytes: body, deepest: 4),
      let text = String(validating: body, as: UTF8.self), let id = json["id"]?.string, 1...64 ~= id.utf8.count,
      let erased = json["erased_at"]?.string.flatMap(Moment.date),
      let signature = json["signature"]?.string, 1...200 ~= signature.utf8.count,
      let counts = json["counts"]?.object, counts.count <= Self.most
    else { throw .unreadable }
    var numbers: [String: Int] = [:]
    for (name, count) in counts {
      guard 1...64 ~= name.utf8.count, let number = count.number.flatMap({ Int(exactly: $0) }), number >= 0 else {
        throw .unreadable
      }
      numbers[name] = number
    }
    self.init(id: id, erased: erased, counts: numbers, signature: signature, text: text)
  }
}
