public import Days
internal import FoundationEssentials
public import Kernel
public import Measures

extension Health {
  /// How many days go into the store at once.
  static let batch = 500

  /// Takes over what devices counted, such as an import has read it. In batches, so that what comes after an interruption
  /// is all that is missing: the same once more changes nothing. Answers how many of them could be kept; a cancelled task
  /// ends after the batch under way.
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
