internal import HTTP
internal import JSON
public import Kernel
public import Platform

/// A session of the account on the server: one device that is signed in.
public struct SignedInDevice: Sendable, Hashable {
  public let id: UUID
  /// The name that the device gave of itself.
  public let name: String?
  public let created: Date
  public let lastUsed: Date
  public let isCurrent: Bool

  public init(id: UUID, name: String?, created: Date, lastUsed: Date, isCurrent: Bool) {
    self.id = id
    self.name = name
    self.created = created
    self.lastUsed = lastUsed
    self.isCurrent = isCurrent
  }
}

/// The devices of the account. Only a server of this project lists them.
extension Session {
  /// The number of devices that are read from one answer.
  private static let mostDevices = 100

  /// Returns the devices that are signed in, the last used first.
  public func devices() async throws(Problem) -> [SignedInDevice] {
    let incoming = try await askAsPerson("/auth/v1/sessions", "GET")
    guard incoming.status == 200 else { throw .entering(SignInRefusal(incoming, at: now)) }
    guard let items = (try? JSON(bytes: incoming.body, deepest: 8))?["sessions"]?.array else { throw .unreadable }
    let devices = items.prefix(Session.mostDevices).compactMap(SignedInDevice.init)
    guard devices.count == min(items.count, Session.mostDevices) else { throw .unreadable }
    return devices
  }

  /// Ends the session of another device. One that has ended already counts as done.
  public func signOut(device id: UUID) async throws(Problem) {
    let incoming = try await askAsPerson("/auth/v1/sessions/\(id.uuidString.lowercased())", "DELETE")
    guard [200, 204, 404].contains(incoming.status) else { throw .entering(SignInRefusal(incoming, at: now)) }
  }

  /// Checks with the server whether the session still exists, after a sign that it may have ended. The result is in
  /// `states`; a server that does not answer changes nothing.
  public func verify() async {
    guard case .signedIn = states.value else { return }
    _ = try? await askAsPerson("/auth/v1/user", "GET")
  }

  /// Sends a request with the person's token. One that the server no longer accepts is renewed once, by which the end
  /// of the session is noticed.
  func askAsPerson(_ path: String, _ method: String, _ body: JSON? = nil) async throws(Problem) -> Incoming {
    let token = try await access()
    do throws(Problem) {
      let incoming = try await ask(path, body, as: token, method: method)
      guard incoming.status == 401 || incoming.status == 403 else { return incoming }
      return try await ask(path, body, as: try await access(instead: token), method: method)
    } catch {
      throw .entering(error)
    }
  }
}

extension SignedInDevice {
  /// Nil for anything but a session as the server describes it.
  fileprivate init?(_ json: JSON) {
    guard let id = json["id"]?.string.flatMap(UUID.init(uuidString:)),
      let created = json["created_at"]?.string.flatMap(Moment.date),
      let used = json["last_used_at"]?.string.flatMap(Moment.date), let isCurrent = json["is_current"]?.bool
    else { return nil }
    let name = json["device"]?.string.map { String($0.prefix(100)) }
    self.init(
      id: id, name: name?.isEmpty == false ? name : nil, created: created, lastUsed: used, isCurrent: isCurrent)
  }
}
