public import Days
public import Kernel
public import Measures
internal import Platform

extension Health {
  /// Number of days stored at once.
  static let batch = 500

  /// Stores what devices counted, as delivered by an import. Works in batches, so that an interruption loses only what
  /// comes after it, and repeating it changes nothing. Returns the number of stored days; a cancelled task ends after
  /// the current batch.
  @discardableResult
  public func take(
    _ days: some Sequence<(day: CalendarDay, measure: Measure, amount: Double, source: String)> & Sendable
  ) async throws(Problem) -> Int {
    var (batch, taken): ([DeviceDay], Int) = ([], 0)
    var failure: Problem?
    for one in days where failure == nil && !Task.isCancelled {
      guard let day = DeviceDay(one.day, one.measure, one.amount, from: one.source) else { continue }
      batch.append(day)
      if batch.count < Health.batch { continue }
      do throws(Problem) {
        taken += try await keep(&batch)
      } catch {
        failure = error
      }
    }
    if failure == nil, !Task.isCancelled {
      do throws(Problem) {
        taken += try await keep(&batch)
      } catch {
        failure = error
      }
    }
    send(.changed)
    if let failure { throw failure }
    return taken
  }
}
