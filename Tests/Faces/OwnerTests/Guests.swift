import Catalog
import Dispatch
import Foundation
import Glibc
import Interface
import JSON
import Kernel
import Shell
import Testing

@testable import Owner

/// A temporary folder, removed when it is released.
final class TemporaryFolder: Sendable {
  let path: String

  init(below: String = "") {
    path = FileManager.default.temporaryDirectory.appending(path: "troupe-\(UUID().uuidString)\(below)").path()
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// A person with an open profile, and the owner that lets guests in.
struct Host {
  let folder: TemporaryFolder
  let person: Person
  let owner: Owner

  init(
    in folder: TemporaryFolder = TemporaryFolder(), clock: ManualTime? = ManualTime(.noon),
    _ limits: Owner.Limits = .init()
  ) async throws {
    self.folder = folder
    person = try await Person.open(#require(Product.named("yhealth")), home: .folder(folder.path), clock: clock)
    owner = try #require(try Owner.listen(for: person, of: Product.all, limits))
  }

  var profile: String { person.folder ?? "" }
  var socket: String { "\(profile)/owner.sock" }

  func visit() async throws -> Visit { try #require(try await Visit.open(profile, patience: .ample)) }

  func window() async throws -> RemoteWindow { try await RemoteWindow.open(try await visit()) }

  func close() async {
    await owner.stop()
    await person.close()
  }
}

extension Duration {
  /// Long enough that tests sharing few processors do not time out.
  static let ample = Duration.seconds(100)
}

extension Moment {
  static let noon = Moment(Date(timeIntervalSince1970: 1_800_000_000))
}

/// A client that connects to the socket and sends raw bytes.
final class Stranger: Sendable {
  let socket: Socket
  private let lines: AsyncStream<LineReader.Line>

  init(at host: Host) throws {
    let socket = try #require(Socket.connected(in: host.profile))
    self.socket = socket
    lines = LineReader.from(socket.file, longest: 16 << 20, keeper: socket)
  }

  deinit { socket.end() }

  func send(_ bytes: [UInt8]) {
    var left = bytes[...]
    while !left.isEmpty {
      let sent = left.withUnsafeBytes { Glibc.send(socket.file, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard sent > 0 else { return }
      left = left.dropFirst(sent)
    }
  }

  func send(_ text: String) { send(Array("\(text)\n".utf8)) }

  /// The next line that is not a notification, or is the final `closed` notification; nil at the end.
  func answer() async throws -> JSON? {
    for await line in lines {
      let value = try JSONDecoder().decode(JSON.self, from: Data(#require(line.bytes)))
      if value["method"] == nil || value["method"] == "closed" { return value }
    }
    return nil
  }

  /// The code with which the owner closed the connection, empty if it gave none; nil without a `closed` notification.
  func farewell() async throws -> String? {
    while let line = try await answer() {
      if line["method"] == "closed" { return line["params"]?["code"]?.string ?? "" }
    }
    return nil
  }
}

extension AnyWindow {
  /// The problem with which a command was refused; nil when it was not.
  func refusal(_ command: Command) async -> Problem? {
    do {
      try await perform(command)
      return nil
    } catch { return error }
  }

  /// Waits for a frame that satisfies the condition, up to the test's time limit.
  func shows(_ isSo: (Frame) -> Bool) async {
    for await frame in frames.listen() where isSo(frame) { return }
  }
}

extension Owner {
  /// Waits until there are `count` guests.
  func guests(are count: Int) async {
    for await guests in guests.listen() where guests == count { return }
  }
}
