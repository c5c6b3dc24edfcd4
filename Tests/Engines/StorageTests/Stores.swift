import Foundation
import Kernel
import Testing

@testable import Storage

struct Mood: Kept {
  static let collection = "moods"
  var id: ID<Mood>
  var at: Date
  var score: Int
  var note: String?
  var when: Date { at }

  init(_ number: Int, score: Int = 5, note: String? = nil, id: ID<Mood> = ID(UUID())) {
    self.id = id
    at = Mood.start.addingTimeInterval(Double(number) * 60)
    self.score = score
    self.note = note
  }

  static let start = Date(timeIntervalSince1970: 1_700_000_000)
}

struct Meal: Kept {
  static let collection = "meals"
  var id: ID<Meal>
  var at: Date
  var words: String
  var when: Date { at }
}

/// A temporary folder, deleted with the test.
final class TestFolder: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "troupe-storage-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit {
    chmod(path, 0o700)
    try? FileManager.default.removeItem(atPath: path)
  }

  var file: String { "\(path)/\(Store.file)" }
}

/// The kinds of storage under a store.
enum Ground: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case disk, memory
  var testDescription: String { rawValue }
}

/// A store under test, with its folder, key and clock.
struct Sample {
  let store: Store
  let folder: TestFolder?
  let key: MasterKey
  let time: ManualTime

  init(_ ground: Ground) async throws {
    let time = ManualTime(Moment(Mood.start))
    self.time = time
    key = MasterKey.random()
    let context = FeatureContext(time: time.time)
    switch ground {
    case .memory:
      folder = nil
      store = try await Store.memory(context)
    case .disk:
      let folder = try TestFolder()
      self.folder = folder
      store = try await Store.open(in: FolderLock(folder.path), key: key, context: context)
    }
  }
}

func problem(_ body: () async throws -> Void) async -> String? {
  do {
    try await body()
    return nil
  } catch let problem as Problem {
    return problem.code
  } catch {
    return "\(error)"
  }
}

extension Budget {
  static let dashboard = Budget("dashboard", bytes: 50 << 20)
  static let insights = Budget("insights", bytes: 10 << 20)
}
