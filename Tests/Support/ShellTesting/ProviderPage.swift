package import Fetch
internal import FoundationEssentials
internal import Kernel

extension Fetch {
  /// Decides on the consent page of a provider's copy, and returns the address that the browser is then sent to.
  package func decide(_ decision: String, on page: String) async throws -> String? {
    let html = String(decoding: try await send(Outgoing("GET", page)).body, as: UTF8.self)
    func values(_ name: String) -> [String] {
      html.components(separatedBy: "name=\(name) value=\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
    }
    let fields =
      [Outgoing.Field("ticket", values("ticket").first ?? ""), Outgoing.Field("decision", decision)]
      + values("scope").map { Outgoing.Field("scope", $0) }
    return try await send(.form(page.components(separatedBy: "?")[0], fields))["location"]
  }
}
