internal import HTTP
public import JSON
public import Kernel
public import Platform

/// Push notifications to this device. Only a server of this project sends them.
extension Session {
  private static func pushPath(_ device: UUID) -> String { "/push/v1/devices/\(device.uuidString.lowercased())" }

  /// The key with which browsers subscribe, in base64url; nil when the server sends nothing to browsers.
  public func pushKey() async throws(Problem) -> String? {
    let incoming = try await askAsPerson("/push/v1/key", "GET")
    if incoming.status == 404 { return nil }
    guard incoming.status == 200 else { throw .entering(SignInRefusal(incoming, at: now)) }
    guard let key = (try? JSON(bytes: incoming.body, deepest: 2))?["application_server_key"]?.string,
      1...200 ~= key.utf8.count
    else { throw .unreadable }
    return key
  }

  /// Registers a device under an identifier of its own. False when the server sends nothing to such a device.
  public func registerPush(_ device: UUID, _ registration: JSON) async throws(Problem) -> Bool {
    let incoming = try await askAsPerson(Session.pushPath(device), "PUT", registration)
    if [404, 422].contains(incoming.status) { return false }
    guard incoming.status == 204 else { throw .entering(SignInRefusal(incoming, at: now)) }
    return true
  }

  /// Removes a device, if the server has it.
  public func removePush(_ device: UUID) async throws(Problem) {
    let incoming = try await askAsPerson(Session.pushPath(device), "DELETE")
    guard [204, 404].contains(incoming.status) else { throw .entering(SignInRefusal(incoming, at: now)) }
  }
}
