internal import Kernel
internal import Platform

/// The storage of blobs: files of a folder, or memory. It has an executor of its own, since file access blocks.
actor BlobShelf {
  private nonisolated let executor = QueueExecutor("troupe.blobs")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private struct Writing {
    let file: BlobFile?
    let sealing: BlobSealing
    var waiting: [UInt8] = []
    var size = 0
    var memory: [UInt8] = []
  }
  private struct Reading {
    let file: BlobFile
    let sealing: BlobSealing
  }

  private let key: MasterKey
  private let folder: String?
  private var memory: [[UInt8]: [UInt8]] = [:]
  private var writing: [Int: Writing] = [:]
  private var reading: [Int: Reading] = [:]
  private var given = 0
  /// The time at which this process stored each blob, so that one added again during a sweep is kept.
  private var placed: [[UInt8]: Date] = [:]
  private let time: Time
  private var isClosed = false

  init(_ key: MasterKey, folder: String?, _ time: Time) {
    self.key = key
    self.folder = folder
    self.time = time
  }

  /// Refuses every later call, and forgets what was being read or written.
  func close() {
    isClosed = true
    for one in writing.values { discard(one) }
    writing = [:]
    reading = [:]
    memory = [:]
  }

  // MARK: Writing

  func begin() throws(Problem) -> Int {
    guard !isClosed else { throw StoreProblem.closed }
    given += 1
    let sealing = BlobSealing(key)
    var file: BlobFile?
    if let folder {
      guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw BlobFile.problem(errno) }
      file = try BlobFile(writing: "\(folder)/.new-\(UUID().uuidString)")
    }
    let header = sealing.begin(key)
    writing[given] = Writing(file: file, sealing: sealing)
    try file?.write(header)
    return given
  }

  func write(_ number: Int, _ bytes: [UInt8]) throws(Problem) {
    guard var one = writing.removeValue(forKey: number) else { throw BlobFile.missing }
    one.size += bytes.count
    guard one.size <= Blob.largest else {
      discard(one)
      throw StoreProblem.tooLarge("The picture or file")
    }
    one.waiting += bytes
    // The last piece is held back until it is known to be the last.
    while one.waiting.count > BlobSealing.piece {
      do {
        try put(Array(one.waiting.prefix(BlobSealing.piece)), &one, isLast: false)
      } catch {
        discard(one)
        throw error
      }
      one.waiting.removeFirst(BlobSealing.piece)
    }
    writing[number] = one
  }

  private func put(_ piece: [UInt8], _ one: inout Writing, isLast: Bool) throws(Problem) {
    let sealed = one.sealing.seal(piece, isLast: isLast)
    if let file = one.file { try file.write(sealed) } else { one.memory += piece }
  }

  func finish(_ number: Int) throws(Problem) -> Blob {
    guard var one = writing.removeValue(forKey: number) else { throw BlobFile.missing }
    do {
      try put(one.waiting, &one, isLast: true)
      let blob = Blob(name: one.sealing.name(), size: one.size)
      placed[blob.name] = time.now().date
      if let folder, let file = one.file {
        // Storing the same content again replaces the file, which also repairs a damaged one.
        try file.place(at: "\(folder)/\(blob.hex)", in: folder)
      } else {
        memory[blob.name] = one.memory
      }
      return blob
    } catch {
      discard(one)
      throw error
    }
  }

  func cancel(_ number: Int) { if let one = writing.removeValue(forKey: number) { discard(one) } }

  private func discard(_ one: Writing) { if let file = one.file { unlink(file.path) } }

  // MARK: Reading

  func open(_ blob: Blob) throws(Problem) -> Int {
    guard !isClosed else { throw StoreProblem.closed }
    given += 1
    guard let folder else { return given }
    let file = try BlobFile(reading: "\(folder)/\(blob.hex)")
    let sealing = BlobSealing(key)
    guard sealing.resume(key, try file.read(BlobSealing.headerLength)) else { throw BlobFile.damaged }
    reading[given] = Reading(file: file, sealing: sealing)
    return given
  }

  /// Returns the next piece, and whether it is the last.
  func next(_ number: Int, of blob: Blob, at offset: Int) throws(Problem) -> (piece: [UInt8], isLast: Bool) {
    if folder == nil {
      guard let bytes = memory[blob.name] else { throw BlobFile.missing }
      let piece = Array(bytes.dropFirst(offset).prefix(BlobSealing.piece))
      return (piece, offset + piece.count == bytes.count)
    }
    guard let one = reading[number] else { throw BlobFile.missing }
    guard let opened = one.sealing.open(try one.file.read(BlobSealing.piece + BlobSealing.overhead)) else {
      reading[number] = nil
      throw BlobFile.damaged
    }
    if opened.isLast {
      reading[number] = nil
      // Another blob's file under this name would open, but with other content.
      guard one.sealing.name() == blob.name else { throw BlobFile.damaged }
    }
    return opened
  }

  func stop(_ number: Int) { reading[number] = nil }

  func remove(_ blob: Blob, placedBefore date: Date) {
    if let placed = placed[blob.name], placed >= date { return }
    memory[blob.name] = nil
    if let folder { unlink("\(folder)/\(blob.hex)") }
  }

  /// Overwrites the file before removing it, as far as the file system writes in place.
  func erase(_ blob: Blob) {
    placed[blob.name] = nil
    memory[blob.name] = nil
    guard let folder else { return }
    let path = "\(folder)/\(blob.hex)"
    BlobFile.overwrite(path)
    unlink(path)
  }

  // MARK: Removal of unfinished files

  /// Removes unfinished files of a killed process.
  func removeUnfinished() {
    guard let folder, let entries = opendir(folder) else { return }
    defer { closedir(entries) }
    while let entry = readdir(entries) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasPrefix(".new-") { unlink("\(folder)/\(name)") }
    }
  }
}
