internal import JSON
internal import Kernel
internal import Platform
internal import ServerExport
internal import Shell
internal import Supabase

extension ServerExportNeeds {
  private static let drawerName = "server-export"

  /// Implements the server's export by the session. Its link is kept in the sealed store.
  init(_ environment: PersonEnvironment, _ membership: Membership) {
    let drawer = environment.drawer
    self.init(
      look: { () throws(Problem) in try await membership.session().export().map(ServerExportStatus.init) },
      begin: { () throws(Problem) in
        let (export, link) = try await membership.session().beginExport()
        return (
          ServerExportStatus(export), link.map { ServerExportLink(id: export.id, address: $0.revealed) }
        )
      },
      remove: { () throws(Problem) in try await membership.session().removeExport() },
      link: { () throws(Problem) in
        guard let bytes = try await drawer.load(Self.drawerName), !bytes.isEmpty else { return nil }
        return try? JSONDecoder().decode(ServerExportLink.self, from: Data(bytes))
      },
      keep: { link throws(Problem) in
        let bytes = link.flatMap { try? JSON.data($0) }.map { Array($0) }
        try await drawer.keep(Self.drawerName, bytes ?? [])
      })
  }
}

extension ServerExportStatus {
  fileprivate init(_ export: AccountExport) {
    let state: State =
      switch export.state {
      case .waiting, .packing: .making
      case .ready:
        .ready(
          until: export.expires ?? Date(timeIntervalSince1970: 0), bytes: export.bytes ?? 0,
          downloads: export.downloadsLeft ?? 0)
      case .failed: .failed
      }
    self.init(id: export.id, state: state)
  }
}
