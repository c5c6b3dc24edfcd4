internal import FoundationEssentials
internal import Interface
internal import Kernel
internal import Navigation
internal import Offline
internal import ProductKit
internal import Shell
internal import Storage
internal import Sync

extension Product {
  /// A preview of Offline, with an in-memory server. The network is switched as in any product.
  static let previewOffline = Product(
    id: "stage", name: "Offline", tagline: "Offline alone.", theme: .plain,
    home: Tab("Entries", icon: .home, at: Route(["entries"])),
    tabs: [
      Tab("Sync", icon: .syncing, at: Route(["settings", "sync"])),
      Tab("Storage", icon: .layers, at: Route(["settings", "storage"])),
    ],
    unavailable: "Content unavailable. Showing the entries."
  ) { environment in
    let server = StageServer()
    let entries = StageEntries(environment, server)
    let kinds = [SyncedKind(StageEntry.collection)]
    let (store, network) = (environment.store, environment.network)
    let needs = OfflineNeeds(
      store, kinds, clear: { () throws(Problem) in try await store.clearCached() },
      tidy: { () throws(Problem) in _ = try await store.tidy() },
      push: { push in server.push(push, over: network.states.value) },
      pull: { pull in server.pull(pull, over: network.states.value) }, network: { StageServer.ups(of: network) })
    let offline = Offline(
      OfflineState(kinds, words: .context, storage: .queueAlone, seed: 1), on: environment.context, needs: needs)
    return PersonFeatures(begin: {
      await entries.begin()
      await offline.send(.begin)
      await offline.send(.session(StageServer.owner))
    }) { window in
      let binding = OfflineBinding(offline, in: window.id)
      return WindowComposition(
        eventRoutes: [binding.eventRoute], surroundings: { $0.isSignedIn = true }, banner: binding.banner,
        pages: [entries.page] + binding.pages)
    }
  }
}

extension OfflineWords {
  fileprivate static let context = OfflineWords([
    .init(
      StageEntry.collection, one: "entry", many: "entries", icon: .list,
      fields: [.init("words", "What it says"), .init("count", "Count"), .init("at", "When")])
  ])
}

/// A sample record to sync.
struct StageEntry: Kept {
  static let collection = "entries"
  var id: ID<StageEntry>
  var at: Date
  var words: String
  var count: Int
  var when: Date { at }
}

/// Adds and changes entries on this device, and changes them on a simulated other one.
private struct StageEntries: Sendable {
  private let shelf: Shelf<StageEntry>
  private let server: StageServer
  private let context: FeatureContext

  init(_ environment: PersonEnvironment, _ server: StageServer) {
    shelf = Shelf(environment.store, .owned(.entered))
    context = environment.context
    self.server = server
  }

  /// Opens the collection, which the sync expects to exist.
  func begin() async { await trying { () throws(Problem) in _ = try await shelf.collection() } }

  private func trying(_ body: () async throws(Problem) -> Void) async {
    do throws(Problem) { try await body() } catch { context.log.warning("An entry was not kept (\(code: error)).") }
  }

  private func add() async {
    await trying { () throws(Problem) in
      let entry = StageEntry(
        id: context.identifiers.next(), at: context.time.now().date, words: "Entered here", count: 1)
      try await shelf.collection().save(entry)
    }
  }

  private func change() async {
    await trying { () throws(Problem) in
      guard var entry = try await shelf.collection().records(newest: 1).first else { return }
      entry.words = "Changed here"
      entry.count += 1
      try await shelf.collection().save(entry, over: .anything)
    }
  }

  var page: Shell.Page {
    let server = server
    let isRefusing = server.isRefusing
    return Page(
      place: Place("/entries", title: "Entries"),
      screen: { route, _ in
        Screen(
          route, title: "Entries",
          nodes: [
            .heading("Entries", level: 1),
            .text("Enter and change something, here and elsewhere, with the network on and off.", id: "about"),
            .button("Add an entry", id: "add", icon: .add, isProminent: true, does: Bound { await add() }),
            .button("Change the newest here", id: "here", icon: .edit, does: Bound { await change() }),
            .button(
              "Change the newest elsewhere", id: "elsewhere", icon: .device, does: Bound { server.changeNewest() }),
            .toggle("The server refuses entries", id: "refuses", isOn: isRefusing.value) { isOn in
              Bound { server.refuse(isOn) }
            },
          ])
      },
      changes: [ObjectIdentifier(server): isRefusing.watched()], appeared: nil, left: nil)
  }
}
