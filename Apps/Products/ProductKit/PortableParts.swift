internal import ConnectedApps
internal import Consent
internal import Kernel
internal import Platform
internal import Portability
internal import Shell
internal import Storage
internal import Support

extension PortableLimits {
  /// The part of the device's own collections that an archive may hold: how the person is signed in, here and at the
  /// providers of connected apps, stays on it.
  fileprivate static let portable: [String: Set<UUID>] = {
    var portable: [String: Set<UUID>] = [Drawer.collection: []]
    for collection in ConnectedAppsNeeds.collections { portable[collection] = [] }
    // Whether a person was asked for a rating concerns this device alone.
    portable[RatingMemory.collection] = []
    // Daily PA's link with a calendar elsewhere, its password and what is known of it. ProductKit does not import the feature.
    for collection in ["calendar_links", "calendar_secrets", "calendar_tokens", "calendar_copies"] {
      portable[collection] = []
    }
    // Cadence shows what Strava holds for seven days at most. What has arrived from an app concerns this device alone.
    for collection in ["shown_runs", "run_arrivals"] { portable[collection] = [] }
    return portable
  }()

  /// Volvox.Sober's secrets: the phrase opens every message, and keys that an archive brings might be somebody else's.
  /// ProductKit does not import the feature.
  private static let kept = [
    "messaging_secrets":
      "Not included: your key phrase for messages. It is its own copy: keep it written down, and enter it on a new device.",
    "peer_message_keys": "",
  ]

  static let ofProducts = PortableLimits(portable, keeping: kept)

  /// The collections that the list of what is kept leaves out.
  var hidden: Set<String> { Set(PortableLimits.portable.keys).union(PortableLimits.kept.keys) }
}

extension ImportScreen {
  /// Takes decisions about consent as history: what is not here yet is marked as imported before it is added, so that it
  /// permits nothing. A decision of a later time is left out.
  static func consents(in environment: PersonEnvironment) -> ImportScreen {
    let (store, drawer, time) = (environment.store, environment.drawer, environment.context.time)
    return ImportScreen(
      [ConsentRecord.collection],
      admits: { _, fields in
        // A server's archive has instants as text.
        let date: Date? =
          switch fields[ConsentRecord.CodingKeys.decidedAt.rawValue] {
          case .date(let date)?: date
          case .text(let text)?: Moment.date(text)
          default: nil
          }
        return date.map { $0 <= time.now().date } ?? true
      },
      adding: { collection, ids throws(Problem) in
        let count = try await store.summaries().first { $0.name == collection }?.count ?? 0
        let here = Set(try await store.records(of: collection, newest: count).map(\.id))
        try await drawer.addImportedConsents(Set(ids).subtracting(here))
      })
  }
}
