internal import Kernel
internal import Platform
internal import Storage

// The zone of the person, in which what windows share is counted: sums of days, streaks, notices.
extension Person {
  /// The name in the drawer. It is never sent.
  private static let zoneName = "zone"

  /// Puts the person into the zone in which the profile was last used, so that nothing is counted in the machine's zone
  /// before the first window reports its own. A manual clock has a zone of its own.
  static func resumeZone(from store: Store, _ context: FeatureContext) async {
    do throws(Problem) {
      guard let bytes = try await Drawer(store, context.time).load(zoneName), bytes.count <= 100,
        let zone = TimeZone(named: String(decoding: bytes, as: UTF8.self))
      else { return }
      context.regions.resume(in: zone)
    } catch {
      context.log.warning("The last time zone could not be read (\(code: error)).")
    }
  }

  /// Tells the features when the person is in another zone than before, and keeps it for the next start. The person is where
  /// the window is that was opened, moved or acted in last.
  func followZone() async {
    let interior = interior
    guard !interior.isLocked else { return }
    let zone = context.time.now().zone
    let before = told.withLock { told in
      defer { told = ToldZone(zone: zone, interior: interior.number) }
      return told
    }
    guard before != ToldZone(zone: zone, interior: interior.number) else { return }
    // The machine's own zone is not kept, since the machine may be elsewhere at the next start.
    let reported = context.regions.settings().zone?.identifier
    if reported != nil || before != nil {
      do throws(Problem) { try await interior.drawer.keep(Person.zoneName, Array((reported ?? "").utf8)) } catch {
        context.log.warning("The time zone could not be kept (\(code: error)).")
      }
    }
    // Features that were just made begin in this zone.
    if before?.interior == interior.number { await interior.features.moved?() }
  }
}

/// The zone that the features of an interior were last told.
struct ToldZone: Equatable {
  let zone: TimeZone
  let interior: Int
}
