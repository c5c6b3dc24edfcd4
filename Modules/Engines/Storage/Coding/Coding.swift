internal import Kernel

/// The row coding on its own, for benchmarks.
package enum Coding {
  package static func bytes(of record: some Kept) throws -> [UInt8] { try Row(record, form: 1).bytes }

  package static func record<Record: Kept>(_ type: Record.Type, from bytes: [UInt8]) throws -> Record {
    try Row(bytes: bytes).decode(type)
  }
}
