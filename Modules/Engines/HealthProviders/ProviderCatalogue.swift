public import Kernel
internal import Platform
internal import Samples

/// The providers in the order of a screen. It is data: a newer catalogue from afar replaces it, and the last good one is
/// kept.
public struct ProviderCatalogue: Sendable, Hashable, Codable {
  /// The greater edition of two catalogues counts.
  public let edition: Int
  public let providers: [HealthProvider]

  public init(edition: Int, _ providers: [HealthProvider]) {
    self.edition = edition
    self.providers = providers
  }

  public subscript(id: String) -> HealthProvider? { providers.first { $0.id == id } }

  /// The name for sentences; the identifier for a provider that the catalogue does not have any more.
  public func name(_ id: String) -> String { self[id]?.name ?? id }

  public static let mostBytes = 262_144
  public static let mostProviders = 100

  /// Reads a catalogue from afar; a problem with one entry refuses all of it, and the kept catalogue stays in use.
  public init(_ bytes: [UInt8]) throws(Problem) {
    guard bytes.count <= ProviderCatalogue.mostBytes else { throw .catalogue("It is larger than 256 KB.") }
    let read: ProviderCatalogue
    do {
      read = try JSONDecoder().decode(ProviderCatalogue.self, from: Data(bytes))
    } catch {
      throw .catalogue("It is not in the form of a catalogue.")
    }
    guard read.edition > 0, read.edition < 1_000_000_000 else { throw .catalogue("Its edition is no number of one.") }
    guard !read.providers.isEmpty, read.providers.count <= ProviderCatalogue.mostProviders else {
      throw .catalogue("It has no providers, or more than \(ProviderCatalogue.mostProviders).")
    }
    guard Set(read.providers.map(\.id)).count == read.providers.count else {
      throw .catalogue("It has a provider twice.")
    }
    for provider in read.providers {
      if let flaw = provider.flaw { throw .catalogue("\(provider.id.prefix(40)): \(flaw)") }
      if case .ended(_, let replacement?) = provider.standing, read[replacement] == nil {
        throw .catalogue("\(provider.id): its replacement is not in it.")
      }
    }
    self = read
  }
}

extension HealthProvider {
  /// The flaw of an entry from afar; nil if it has none.
  var flaw: String? {
    let texts = [id, name, terms, nextConsent, managing, whyNoSource].compactMap(\.self)
    if texts.contains(where: { $0.isEmpty || $0.utf8.count > 500 || $0.unicodeScalars.contains { $0.value < 32 } }) {
      return "a text is empty, too long, or has signs that cannot be shown."
    }
    let isName = id.utf8.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == 0x2D }
    if !isName || id.utf8.count > 40 { return "its identifier is not in small letters, digits and hyphens." }
    if !(1...100_000).contains(pageSize) { return "its page size is out of bounds." }
    if let days = lookbackDays, !(0...36_500).contains(days) { return "its days of the past are out of bounds." }
    if let days = keptDays, !(1...36_500).contains(days) { return "its days of keeping are out of bounds." }
    if quotas.count > 10 || quotas.contains(where: { $0.requests < 1 || !(1...31_536_000).contains($0.seconds) }) {
      return "its quotas are out of bounds."
    }
    return nil
  }
}

extension Problem {
  fileprivate static func catalogue(_ why: String) -> Problem {
    Problem(
      "catalogue-unreadable", "The new list of apps could not be used. \(why)",
      safe: "The list that this app knows stays in use.", remedy: "Use the list as it is; a new one is asked for later."
    )
  }
}

// MARK: - The built-in catalogue

extension ProviderCatalogue {
  private typealias Ability = HealthProvider.Ability

  private static func both(
    _ kinds: [SampleKind], variability: VariabilityMeasure? = nil
  ) -> [SampleKind: HealthProvider.Ability] {
    abilities(kinds, Ability(), variability)
  }

  private static func reading(
    _ kinds: [SampleKind], variability: VariabilityMeasure? = nil
  ) -> [SampleKind: HealthProvider.Ability] {
    abilities(kinds, Ability(writes: false), variability)
  }

  private static func abilities(
    _ kinds: [SampleKind], _ ability: HealthProvider.Ability, _ variability: VariabilityMeasure?
  ) -> [SampleKind: HealthProvider.Ability] {
    var abilities = Dictionary(uniqueKeysWithValues: kinds.map { ($0, ability) })
    abilities[.heartRateVariability]?.variability = variability
    return abilities
  }

  /// The state of November 2026.
  public static let builtIn = ProviderCatalogue(
    edition: 1,
    [
      HealthProvider(
        "apple-health", name: "Apple Health", access: .device,
        abilities: both(SampleKind.allCases, variability: .sdnn), pageSize: 20_000,
        terms: "Apple Health does not tell a refused permission from missing data.",
        managing: "Settings, Health, Data Access on the iPhone"),
      HealthProvider(
        "health-connect", name: "Health Connect", access: .device,
        abilities: both(SampleKind.allCases, variability: .rmssd), lookbackDays: 30, pageSize: 1000,
        terms: "Health Connect hands out 30 days before the permission, and more only with a permission of its own.",
        managing: "Settings, Health Connect, App permissions on the Android device"),
      HealthProvider(
        "google-health", name: "Google Health",
        abilities: both(SampleKind.allCases, variability: .rmssd),
        managing: "myaccount.google.com, Security, Your connections"),
      HealthProvider(
        "garmin", name: "Garmin",
        abilities: reading(SampleKind.allCases, variability: .rmssd), lookbackDays: 30, pageSize: 100,
        terms: "Garmin hands out 30 days before the connection, and takes no data.",
        managing: "connect.garmin.com, Account, Connected apps"),
      HealthProvider(
        "strava", name: "Strava", abilities: both([.workout]), pageSize: 200,
        quotas: [.init(100, in: 900), .init(1000, in: 86_400)], keptDays: 7, mayCombine: false,
        terms:
          "Strava's terms forbid to merge its data with others, to keep it for more than 7 days, and to hand it to a "
          + "language model.", nextConsent: "2027-06-01", managing: "strava.com, Settings, My Apps"),
      HealthProvider(
        "polar", name: "Polar",
        abilities: reading([.steps, .activeEnergy, .heartRate, .sleep, .workout]), lookbackDays: 0, pageSize: 100,
        terms: "Polar hands out what was recorded after the connection, and takes no data.",
        managing: "flow.polar.com, Account, Partners"),
      HealthProvider(
        "oura", name: "Oura",
        abilities: reading(
          [.steps, .activeEnergy, .heartRate, .restingHeartRate, .heartRateVariability, .sleep, .workout],
          variability: .rmssd), terms: "Oura takes no data.", managing: "cloud.ouraring.com, Personal access"),
      HealthProvider(
        "fitbit", name: "Fitbit",
        standing: .ended(
          "Fitbit's interface ended in September 2026. Its data is in Google Health, which asks for a new consent.",
          replacement: "google-health"), abilities: both([])),
      HealthProvider(
        "google-fit", name: "Google Fit",
        standing: .ended(
          "Google Fit takes no new apps and ends in 2026. Use Google Health or Health Connect instead.",
          replacement: "google-health"), abilities: both([])),
    ])
}
