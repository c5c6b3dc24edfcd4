internal import FoundationEssentials
public import Kernel
internal import Sync

/// A deterministic simulation of devices, users and a server under faults, driven by a seed. At the end nothing may be
/// lost or applied twice, and all devices must agree.
public struct Simulation {
  /// Number of concurrent runs that saturates this machine.
  public static var atOnce: Int { ProcessInfo.processInfo.activeProcessorCount * 3 }

  /// Runs one seed. The same seed gives the same run. With `talks`, two people also send each other messages.
  public static func run(
    seed: UInt64, bug: Bug? = nil, talks: Bool = false, isTraced: Bool = false
  ) async throws(Problem) -> WorldReport {
    let run = try WorldRun(seed: seed, bug: bug, talks: talks, isTraced: isTraced)
    await run.all()
    return run.report
  }

  /// Runs seeds on this many tasks; `progress` is called after each.
  public static func run(
    seeds: Range<UInt64>, bug: Bug? = nil, talks: Bool = false, tasks: Int = 2,
    progress: @escaping @Sendable (WorldReport) -> Void = { _ in }
  ) async throws(Problem) -> Reports {
    let next = Locked(seeds.lowerBound)
    let results = await withTaskGroup(of: Result<[WorldReport], Problem>.self) { group in
      for _ in 0..<max(1, tasks) {
        group.addTask {
          var reports: [WorldReport] = []
          do throws(Problem) {
            while let seed = next.withLock({ next -> UInt64? in
              guard next < seeds.upperBound else { return nil }
              defer { next += 1 }
              return next
            }) {
              let report = try await run(seed: seed, bug: bug, talks: talks)
              progress(report)
              reports.append(report)
            }
          } catch {
            return .failure(error)
          }
          return .success(reports)
        }
      }
      var results: [Result<[WorldReport], Problem>] = []
      for await result in group { results.append(result) }
      return results
    }
    var all: [WorldReport] = []
    for result in results { all += try result.get() }
    var reports = Reports()
    for report in all.sorted(by: { $0.seed < $1.seed }) { reports.add(report) }
    return reports
  }
}

extension WorldRun {
  /// Number of actions before faults end.
  static let steps = 95

  func all() async {
    setClocks()
    for device in devices { await start(device) }
    for _ in 0..<WorldRun.steps {
      report.steps += 1
      let gaps: [Double] = [0, 0.3, 2, 10, 45, chance(0.03) ? 2000 : 40]
      let gap = pick(gaps) ?? 0
      await advance(to: time + gap * Double.random(in: 0.5...1, using: &random))
      if chance(0.25) {
        await befall()
      } else {
        let device = devices[number(0...devices.count - 1)]
        await act(device)
        await tell(device, .queued)
      }
      // Signed-out users sign in again after a while.
      for device in devices where !device.isSignedIn && chance(0.2) {
        (device.isSignedIn, device.isWelcome) = (true, true)
        await tell(device, .session(device.person))
      }
    }
    await heal()
    var isQuiet = await quiesce()
    if seedIsTidy {
      for _ in 0..<3 where isQuiet {
        await clear()
        isQuiet = await quiesce()
      }
    }
    if !isQuiet {
      report.stuck += 1
      report.findings.append("It does not come to rest")
    }
    await check()
    await checkMessages()
    for device in devices { await device.close() }
    report.fingerprint = trace.fingerprint
    report.trace = trace.lines
    report.tally["events"] = events
  }

  /// Whether users finally resolve all conflicts and set-aside changes: in every other seed.
  private var seedIsTidy: Bool { report.seed.isMultiple(of: 2) }
}
