internal import FoundationEssentials
internal import Glibc
internal import Kernel
internal import Storage

// Writes entries until it is killed, and prints each identifier once the entry is durable. Arguments:
// `storage-writer FOLDER KEY-FILE`.

struct Entry: Kept {
  static let collection = "entries"
  var id: ID<Entry>
  var at: Date
  var text: String
  var when: Date { at }
}

func say(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  // Unbuffered, so that no line is lost when the process is killed.
  _ = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
}

do {
  let arguments = CommandLine.arguments
  let lock = try FolderLock(arguments[1])
  let store = try await Store.open(in: lock, key: try await KeyStore.file(arguments[2]).key())
  let entries = try await store.collection(Entry.self, .owned(.entered))
  say("ready")
  await withTaskGroup(of: Void.self) { group in
    for writer in 0..<4 {
      group.addTask {
        for number in 0... {
          let entry = Entry(id: ID(UUID()), at: Date(), text: String(repeating: "\(writer).\(number) ", count: 40))
          do {
            try await entries.save(entry)
            say(entry.id.description)
          } catch {
            say("failed: \(error)")
            return
          }
        }
      }
    }
  }
} catch {
  say("failed: \(error)")
  exit(1)
}
