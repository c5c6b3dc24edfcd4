internal import FoundationEssentials
internal import Kernel
internal import Storage
internal import Sync

/// Injects faults into devices, network and server.
extension WorldRun {
  func befall() async {
    let device = devices[number(0...devices.count - 1)]
    switch number(0...99) {
    case 0..<18: await connect(device, !device.isUp)
    case 18..<30: fail(device)
    case 30..<44: doom(device)
    case 44..<52: jump(device)
    case 52..<62: sessions(device)
    case 62..<74: mood()
    case 74..<80: await restartServer()
    case 80..<86:
      note("backup at \(hosted.server.revision)")
      backup = hosted
    case 86..<90: await restore()
    case 90..<94:
      let horizon = hosted.server.revision - Int64(number(0...20))
      note("purged to \(horizon)")
      hosted.server.purge(upTo: horizon)
    case 94..<98: await tell(device, .asked)
    default: await tell(device, .hinting(chance(0.5)))
    }
  }

  func connect(_ device: Device, _ isUp: Bool) async {
    note("d\(device.index) is \(isUp ? "up" : "down")")
    device.isUp = isUp
    if !isUp, chance(0.3) { return count("partitions") }
    await tell(device, .network(isUp: isUp))
  }

  private func fail(_ device: Device) {
    let fault = pick(SimulatedDisk.Fault.allCases) ?? .write
    device.disk.fail(after: number(1...12), times: fault == .full ? number(1...30) : number(1...2), fault)
    note("d\(device.index) disk will fail: \(fault)")
    count("disk faults")
  }

  private func doom(_ device: Device) {
    device.disk.die(after: number(1...25), isTorn: chance(0.5))
    device.isDoomed = true
    note("d\(device.index) is doomed")
  }

  private func jump(_ device: Device) {
    let distances: [Double] = [3, 120, 4000, 90_000, 40_000_000]
    let far = pick(distances) ?? 3
    device.offset = Double.random(in: -far...far, using: &random)
    setClocks()
    note("d\(device.index) clock is off by \(Int(device.offset))")
    count("clock jumps")
  }

  private func sessions(_ device: Device) {
    device.isWelcome.toggle()
    note("d\(device.index) session \(device.isWelcome ? "works" : "revoked")")
    count("sessions changed")
  }

  private func mood() {
    switch number(0...5) {
    case 0: hosted.mood = .breaking
    case 1: hosted.mood = .down
    case 2: hosted.mood = .busy(after: Double(number(1...90)))
    default: hosted.mood = .fine
    }
    note("server mood \(hosted.mood)")
  }

  private func restartServer() async {
    note("server restarts")
    count("server restarts")
    network.flights.removeAll()
  }

  private func restore() async {
    guard let backup else { return }
    restores += 1
    note("server goes on from \(backup.server.revision) instead of \(hosted.server.revision)")
    count("restores")
    let mood = hosted.mood
    hosted = backup
    hosted.mood = mood
    hosted.server.restore(backup.server, epoch: "life-\(restores)")
    network.flights.removeAll()
    for device in devices { device.heard = nil }
  }

  // MARK: Recovery

  func heal() async {
    note("healed")
    isHealed = true
    network.loss = 0
    network.repetition = 0
    hosted.mood = .fine
    for device in devices {
      if device.isDoomed { await restart(device) }
      device.disk.heal()
      device.isUp = true
      (device.isSignedIn, device.isWelcome) = (true, true)
      await tell(device, .network(isUp: true))
      await tell(device, .session(device.person))
    }
  }

  /// Runs until all devices are in sync and nothing sendable is queued. Returns false on timeout.
  func quiesce() async -> Bool {
    var isQuiet = false
    await advance(to: time + 14_400) {
      guard self.network.flights.isEmpty else { return false }
      for device in self.devices {
        guard let heard = device.heard, heard.revision == self.hosted.server.revision,
          heard.epoch == self.hosted.server.epoch || self.bug == .lifeIgnored, !device.planner.isUnderWay,
          device.current == nil
        else { return false }
      }
      for device in self.devices where await !self.held(device).isEmpty { return false }
      isQuiet = true
      return true
    }
    return isQuiet
  }

  /// Returns the first queued change of each entity.
  func held(_ device: Device) async -> [Change] {
    guard let store = device.store else { return [] }
    do throws(Problem) {
      var seen: Set<ModelServer.Place> = []
      return try await store.outbox.changes().filter { change in
        seen.insert(ModelServer.Place(collection: change.collection, id: change.id)).inserted
          && (change.state == .waiting || change.state == .claimed)
      }
    } catch {
      report.findings.append("Device \(device.index) cannot be read: \(error.what)")
      return []
    }
  }

  /// Resolves all conflicts and set-aside changes.
  func clear() async {
    for device in devices {
      guard let store = device.store else { continue }
      do throws(Problem) {
        for _ in 0..<40 where try await !store.outbox.conflicts().isEmpty {
          try await decide(device, store, mayIgnore: false)
        }
        for _ in 0..<40 { try await tidy(device, store, mayIgnore: false) }
      } catch {
        report.stuck += 1
        report.findings.append("Device \(device.index) cannot be cleared: \(error.what)")
      }
      await tell(device, .queued)
    }
  }
}
