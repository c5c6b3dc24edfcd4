internal import Kernel
internal import Storage
internal import Zip

/// A table that is compressed beside the archive, while another entry is written into it.
actor PackedTable {
  private let aside: SealedSpool
  private let deflater: Deflater

  init(into aside: SealedSpool) throws(Problem) {
    self.aside = aside
    deflater = try Deflater { bytes throws(Problem) in try aside.append(bytes) }
  }

  /// Compresses bytes at the end of the table. Returns the problem with which it failed.
  func write(_ bytes: [UInt8]) -> Problem? {
    do throws(Problem) {
      try deflater.write(bytes)
      return nil
    } catch {
      return error
    }
  }

  /// Ends the table; no more may be written.
  func end() throws(Problem) -> Deflater.Packed { try deflater.end() }
}
