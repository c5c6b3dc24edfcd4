package import Foundation
package import Interface
package import Kernel
package import Shell
internal import YHealth

package let noon = Moment(Date(timeIntervalSince1970: 1_800_000_000))

/// A temporary folder that is removed when it is released.
package final class TestFolder: Sendable {
  package let path: String

  package init() {
    path = FileManager.default.temporaryDirectory.appending(path: "troupe-\(UUID().uuidString)").path()
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  package func mode(_ name: String) -> Int? {
    (try? FileManager.default.attributesOfItem(atPath: "\(path)/\(name)"))?[.posixPermissions] as? Int
  }

  package func bytes(_ name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: "\(path)/\(name)").map(Array.init)
  }

  package func write(_ name: String, _ text: String) {
    _ = FileManager.default.createFile(atPath: "\(path)/\(name)", contents: Data(text.utf8))
  }

  /// All files in it and its subfolders, except the lock's text, which names the process that tried last.
  package var everything: [String: Data] {
    let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    let files = names.filter { !$0.hasSuffix("/owner") }.map { ($0, bytes($0)) }
    return Dictionary(uniqueKeysWithValues: files.compactMap { name, bytes in bytes.map { (name, Data($0)) } })
  }

  /// The files that contain this text.
  package func holding(_ text: String) -> [String] {
    everything.filter { $0.value.range(of: Data(text.utf8)) != nil }.map(\.key)
  }

  package var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }
}

extension Person {
  /// Opens a profile on a clock that is moved by hand.
  package static func test(
    _ product: Product = .yhealth, home: Home = .memory, clock: ManualTime? = ManualTime(noon), log: Log = .silent
  ) async throws(Problem) -> Person {
    try await Person.open(product, home: home, clock: clock, seed: 1, log: log)
  }
}

extension Frame {
  package func node(_ id: String) -> Element? { everything.first { $0.id == id } }
  package var currentTabs: [String] { node("tabs")?.children.filter(\.state.isCurrent).map(\.label) ?? [] }
  package var labels: [String] { everything.map(\.label) }
  package var toast: String? { toasts.first?.label }
}

/// Records what a window publishes beside its frames.
package final class OutletRecorder: Sendable {
  private let heard = Locked<[Outlet]>([])
  private let task: Task<Void, Never>

  package init(_ window: Window) {
    let (outlets, heard) = (window.outlets.listen(), heard)
    task = Task {
      await outlets.hear { news in if case .said(let outlet) = news { heard.withLock { $0.append(outlet) } } }
    }
  }

  deinit { task.cancel() }

  package var all: [Outlet] { heard.withLock { $0 } }
  package var toasts: [String] { all.compactMap { if case .toast(let toast) = $0 { toast.text } else { nil } } }
  package var pushes: [PushNotification] {
    all.compactMap { if case .notification(let push) = $0 { push } else { nil } }
  }
}

extension Window {
  /// Gives every consent that the page of the consents asks for, so that the window's person sends to their server.
  package func consent() async throws(Problem) {
    let page = try await perform(.open(Route(["settings", "consent"])))
    for label in page.labels where label.hasPrefix("I accept: ") || label.hasPrefix("I consent: ") {
      // The decision of another device may arrive meanwhile.
      do throws(Problem) { try await perform(.tap(.label(label))) } catch  where error.code == "no-such-node" {}
    }
  }

  /// Waits for at most a minute, with requests of the window between, until something is so that no frame shows.
  package func until(_ condition: () async throws -> Bool) async throws -> Bool {
    let end = ContinuousClock.now + .seconds(60)
    while .now < end {
      if try await condition() { return true }
      try await perform(.screen)
    }
    return false
  }

  /// Returns the problem with which the command was refused, or nil when it succeeded.
  package func refusal(_ command: Command) async -> Problem? {
    do {
      try await perform(command)
      return nil
    } catch { return error }
  }
}
