internal import Carrying
internal import HealthProviders
internal import Kernel
internal import Platform

// Removal of what the terms of a source allow to keep for some days only.
extension HealthSyncState {
  /// The numbers of days for which data of the sources may be kept; a source without a limit is not in it.
  private var keptDays: [String: Int] {
    book.plans.reduce(into: [:]) { limits, plan in limits[plan.source] = book.catalogue[plan.source]?.keptDays }
  }

  /// Removes what has been kept as long as allowed: workouts and amounts of conflicts, times of single records, and the
  /// figures of days. Decisions, keys and hashes stay, so that nothing is asked or written twice.
  mutating func expire(_ now: Moment) -> Steps {
    var expired: [SyncConflict] = []
    for var conflict in book.conflicts {
      guard let end = conflict.expiresAt, now.date >= end else { continue }
      conflict.expire()
      if conflict.isOpen { (conflict.settlement, conflict.settledAt) = (.first, now.date) }
      book.update(conflict)
      expired.append(conflict)
    }
    var steps: Steps = expired.isEmpty ? [] : [.run(.keepConflicts(expired), HealthSyncState.keeping)]
    let limits = keptDays
    for var plan in book.plans {
      guard let kept = limits[plan.source], plan.expire(after: 86_400 * Double(kept), at: now.date) else { continue }
      book.update(plan)
      steps.append(.run(.save(plan), HealthSyncState.keeping))
    }
    // A run under way may bring back what it has read before: another look follows within a day.
    (expiryAt, daysExpireAt) = (nil, nil)
    if !limits.isEmpty { steps.append(.run(.expireDays(limits, at: now.date), HealthSyncState.keeping)) }
    return steps + awaitExpiry(now)
  }

  mutating func daysExpired(_ next: Date?, _ now: Moment) -> Steps {
    if let next { daysExpireAt = min(daysExpireAt ?? next, next) }
    return awaitExpiry(now)
  }

  /// Waits for the next instant at which something has to be removed.
  mutating func awaitExpiry(_ now: Moment) -> Steps {
    let limits = keptDays
    daysExpireAt = limits.isEmpty ? nil : daysExpireAt ?? now.date.addingTimeInterval(86_400)
    let waits = book.plans.flatMap { plan in
      limits[plan.source].map { kept in
        (plan.waiting ?? []).map { $0.since.addingTimeInterval(86_400 * Double(kept)) }
      } ?? []
    }
    let next = (book.conflicts.compactMap(\.expiresAt) + waits + [daysExpireAt].compactMap(\.self)).min()
      .map { max($0, now.date) }
    guard next != expiryAt else { return [] }
    expiryAt = next
    return [next.map { .run(.awaitExpiry($0), .standing("expiry")) } ?? .stop(.standing("expiry"))]
  }
}
