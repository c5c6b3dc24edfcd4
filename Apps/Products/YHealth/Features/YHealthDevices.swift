internal import Board
internal import ConnectedApps
internal import Dashboard
internal import Health
internal import HealthAPIs
internal import HealthProviders
internal import Interface
internal import Kernel
internal import Onboarding
internal import Platform
internal import ProductKit
internal import Settings
internal import Shell

// The accounts of watches and rings whose days arrive by themselves.

extension [ConnectedApp] {
  /// The accounts that yHealth connects: those whose days it can read, and whose terms allow to show them beside others.
  static func devices(_ access: HealthAccess) -> [ConnectedApp] {
    let catalogue = ProviderCatalogue.builtIn
    return ConnectedApp.all(catalogue, access).compactMap { app in
      guard let provider = catalogue[app.id.rawValue], provider.access == .account, provider.isAvailable,
        provider.mayCombine, provider.isSource
      else { return nil }
      var device = app
      let kind =
        switch provider.id {
        case "garmin", "polar": "Watch"
        case "oura": "Ring"
        default: "Account of several devices"
        }
      let isPractice = access.account(provider.id)?.client.address != nil
      device.kind = isPractice ? "\(kind), practice copy on this machine" : kind
      return device
    }
  }
}

extension ConnectedAppsWords {
  static let devices = {
    var words = ConnectedAppsWords()
    words.title = "Connected Devices"
    words.nothing = "No device is connected yet."
    words.use = "Connect a watch or a ring with its account, and its days arrive by themselves."
    words.adding = "Connect New Device"
    words.disconnecting = "Its days stop arriving. What it has delivered stays in your log."
    words.pairs = false
    return words
  }()
}

extension SettingsPlan.Elsewhere {
  /// The link to the devices whose days arrive by themselves.
  static let connectedDevices = SettingsPlan.Elsewhere(
    "Connected Devices", at: ConnectedAppsPlaces.apps, icon: .device, about: "Connect, sync, order, disconnect")
}

extension ConnectedApps {
  /// Makes a person's connected devices, whose days go into the log.
  init(
    _ devices: [ConnectedApp], in environment: PersonEnvironment, delivering access: HealthAccess, to log: Health
  ) {
    let outside = OutsideNetwork(environment.network)
    let found = Locked(WeakApps())
    let time = environment.context.time
    var needs = ConnectedAppsNeeds(environment, by: outside)
    needs.deliver = { id, since throws(Problem) in
      guard let apps = found.withLock({ $0.apps }), let provider = ProviderCatalogue.builtIn[id.rawValue],
        let account = access.account(id.rawValue)
      else { return }
      let port = account.api.port(at: account.origins, now: { time.now().date }) { request throws(Problem) in
        try await apps.send(request, as: id)
      }
      let reading = DeliveryReading(provider: provider, since: since, now: time.now())
      let days = DeliveredDays(try await reading.samples(from: port), from: reading.first, in: reading.now.zone)
      guard !Task.isCancelled else { return }
      let source = "\(provider.name): \(DeviceDay.all)"
      try await log.take(days.figures.map { ($0.day, $0.measure, $0.amount, source) })
    }
    self.init(devices, .devices, on: environment.context, needs: needs)
    found.withLock { $0.apps = self }
  }
}

private struct WeakApps {
  weak var apps: ConnectedApps?
}

extension YHealthFeatures {
  func heard(_ news: News<ConnectedAppsEvent>) async {
    guard case .said(.delivered) = news else { return }
    await onboarding.send(.done(OnboardingPlan.first))
    await dashboard.send(.dataChanged)
  }

  /// Has the days summed anew when another device is preferred.
  func follow(_ state: ConnectedAppsState) async {
    let order = state.connected.filter { $0.rank != nil }.compactMap { state.app($0.app)?.name }
    let isNew = preferred.withLock { known in
      defer { known = order }
      return known != order
    }
    if isNew { await health.send(.preferenceChanged) }
  }
}
