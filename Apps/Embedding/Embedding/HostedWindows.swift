internal import CTroupe
internal import Catalog
internal import Dispatch
internal import JSON
internal import Kernel
internal import Remote
internal import Shell

/// The windows that a program has open through the C interface, by number. A number that was closed, or never given, is
/// recognised, which an address would not be.
final class HostedWindows: Sendable {
  private struct Held {
    var given: UInt64 = 0
    var windows: [UInt64: HostedWindow] = [:]
  }

  private let held = Locked(Held())
  private let persons = OpenPersons()

  /// Opens a window and blocks until its first screen is known. `number` gets its number before the first event.
  func open(
    _ options: [UInt8], _ callback: EventCallback, number: (UInt64) -> Void
  ) throws(Problem) {
    let options = try EmbeddingOptions(options, among: Product.all)
    let window = try HostedWindows.blocking { [persons] () async -> Result<HostedWindow, Problem> in
      do throws(Problem) {
        return .success(try await HostedWindow.open(options, callback, among: persons))
      } catch {
        return .failure(error)
      }
    }?.get()
    guard let window else { throw .option("The window was not opened.", "Try again.") }
    number(
      held.withLock { held in
        held.given += 1
        held.windows[held.given] = window
        return held.given
      })
    window.begin()
  }

  subscript(_ number: UInt64) -> HostedWindow? { held.withLock { $0.windows[number] } }

  /// Closes a window and blocks until the last callback has returned. Returns false when there is none of this number.
  func close(_ number: UInt64) -> Bool {
    guard let window = held.withLock({ $0.windows.removeValue(forKey: number) }) else { return false }
    _ = HostedWindows.blocking { await window.close() }
    return true
  }

  /// Runs `body` while the calling thread, which is a program's own, waits for it.
  private static func blocking<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) -> Value? {
    let done = DispatchSemaphore(value: 0)
    let result = Locked<Value?>(nil)
    Task {
      let value = await body()
      result.withLock { $0 = value }
      done.signal()
    }
    done.wait()
    return result.withLock { $0 }
  }
}
