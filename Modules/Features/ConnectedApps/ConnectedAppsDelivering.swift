internal import Kernel
internal import Platform

// Deliveries: what the accounts have recorded, brought over in the background and on request.
extension ConnectedAppsState {
  /// The time after which an account is looked at again, in seconds.
  static let deliveryPause = 3600.0

  static func deliveryLane(_ app: ConnectedApp.ID) -> Lane { .unawaited("deliver \(app)") }

  /// Begins the delivery of a connected account, unless one is under way.
  mutating func deliver(_ app: ConnectedApp.ID) -> Steps {
    guard delivers, let account = accounts[app], account.phase == .connected, leaving[app] == nil,
      self.app(app)?.offer == .available, delivering.insert(app).inserted
    else { return [] }
    return [.run(.deliver(app, since: account.syncedAt), ConnectedAppsState.deliveryLane(app))]
  }

  /// Begins the deliveries that are due, and at first the hourly look for them.
  mutating func deliverAll(at now: Moment, isFirst: Bool = false) -> Steps {
    guard delivers else { return [] }
    let due = connected.filter { account in
      account.syncedAt.map { abs(now.date.timeIntervalSince($0)) >= ConnectedAppsState.deliveryPause } ?? true
    }
    var steps: Steps = isFirst ? [.run(.awaitDeliveries, .standing("deliveries"))] : []
    for account in due { steps += deliver(account.app) }
    return steps
  }

  mutating func delivered(_ app: ConnectedApp.ID, at now: Moment) -> Steps {
    guard delivering.remove(app) != nil, var account = accounts[app], account.isConnected else { return [] }
    undelivered[app] = nil
    account.syncedAt = now.date
    return keep(account) + [.say(.delivered(app))]
  }

  mutating func notDelivered(_ app: ConnectedApp.ID, _ problem: Problem) -> Steps {
    guard delivering.remove(app) != nil else { return [] }
    undelivered[app] = problem
    guard problem.code == Problem.accessEnded.code, var account = accounts[app], account.phase == .connected else {
      return [.say(.notDelivered(app))]
    }
    // What was allowed in the device's dialog was withdrawn in its settings.
    account.phase = .attention
    return keep(account) + [.say(.notDelivered(app)), .say(.attentionNeeded(app))]
  }

  /// Ends a delivery that is under way: nothing more arrives.
  mutating func stopDelivering(_ app: ConnectedApp.ID) -> Steps {
    undelivered[app] = nil
    return delivering.remove(app) == nil ? [] : [.stop(ConnectedAppsState.deliveryLane(app))]
  }

  /// Moves an account one place up in the order of preference, and stores the order.
  mutating func prefer(_ app: ConnectedApp.ID) -> Steps {
    var order = connected.map(\.app)
    guard let place = order.firstIndex(of: app), place > 0 else { return [] }
    order.swapAt(place, place - 1)
    var steps: Steps = []
    for (rank, app) in order.enumerated() {
      guard var account = accounts[app], account.rank != rank else { continue }
      account.rank = rank
      steps += keep(account)
    }
    return steps
  }
}
