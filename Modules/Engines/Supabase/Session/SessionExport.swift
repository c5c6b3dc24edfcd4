internal import HTTP
internal import JSON
public import Kernel
public import Platform

/// The export of everything that the server has of the person.
public struct AccountExport: Sendable, Hashable {
  public enum State: String, Sendable, Hashable {
    case waiting, packing, ready, failed
  }

  public let id: String
  public let state: State
  /// When its link ends; nil before it is ready, as the figures below.
  public let expires: Date?
  public let bytes: Int?
  public let downloadsLeft: Int?
}

/// Exports made by the server. Only a server of this project makes them.
extension Session {
  private static let exportPath = "/exports/v1"

  /// Returns the person's export; nil without one.
  public func export() async throws(Problem) -> AccountExport? {
    let incoming = try await askAsPerson(Session.exportPath, "GET")
    guard incoming.status == 200 else { throw .entering(SignInRefusal(incoming, at: now)) }
    guard let json = try? JSON(bytes: incoming.body, deepest: 8), let export = json["export"] else {
      throw .unreadable
    }
    if export == .null { return nil }
    return try AccountExport(export)
  }

  /// Asks for an export. The link to download it is in the answer that begins it; nil when one is being made already.
  public func beginExport() async throws(Problem) -> (AccountExport, link: Redacted<String>?) {
    let incoming = try await askAsPerson(Session.exportPath, "POST")
    guard [200, 202].contains(incoming.status) else { throw .entering(SignInRefusal(incoming, at: now)) }
    guard let json = try? JSON(bytes: incoming.body, deepest: 8), let export = json["export"] else {
      throw .unreadable
    }
    let link = json["link"]?.string.flatMap { text in
      text.utf8.count <= 2_000 && (text.hasPrefix("https://") || text.hasPrefix("http://"))
        && text.utf8.allSatisfy { 0x21...0x7E ~= $0 } ? Redacted(text) : nil
    }
    return (try AccountExport(export), link)
  }

  /// Deletes the export, and ends its link.
  public func removeExport() async throws(Problem) {
    let incoming = try await askAsPerson(Session.exportPath, "DELETE")
    guard [200, 204].contains(incoming.status) else { throw .entering(SignInRefusal(incoming, at: now)) }
  }
}

extension AccountExport {
  fileprivate init(_ json: JSON) throws(Problem) {
    guard let id = json["id"]?.string, id.utf8.count <= 64, let state = json["state"]?.string.flatMap(State.init)
    else { throw .unreadable }
    let expires = json["expires_at"]?.string.flatMap(Moment.date)
    func count(_ name: String) -> Int? {
      json[name]?.number.flatMap { 0...1e15 ~= $0 ? Int($0) : nil }
    }
    let (bytes, downloads) = (count("size"), count("downloads_left"))
    guard state != .ready || (expires != nil && bytes != nil && downloads != nil) else { throw .unreadable }
    self.init(id: id, state: state, expires: expires, bytes: bytes, downloadsLeft: downloads)
  }
}
