internal import CLibrary
internal import Kernel
internal import Platform
internal import Synchronization

/// Handlers of the signals of a crash. They write the number of the signal into the open journals, and then let it end the
/// process as it does by default. The handlers call only functions that are safe in them. A signal that the rest of the process
/// handles is left to it: in a program that Troupe is a part of, it may mean something else than a crash.
enum CrashSignals {
  static let names: [Int32: String] = [
    SIGILL: "SIGILL", SIGTRAP: "SIGTRAP", SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGSEGV: "SIGSEGV",
    SIGSYS: "SIGSYS",
  ]
  /// The most journals that are open at a time.
  private static let most = 256

  private static let slots = Locked<Set<Int>?>(nil)
  /// The address of the files by slot, -1 for none. They are kept forever, since a handler may be running on another thread.
  private static let files = Atomic<UInt>(0)

  /// Has the number of a signal written to a file. Returns nil when there is no room.
  static func add(_ file: Int32) -> Int? {
    slots.withLock { taken in
      if taken == nil {
        taken = []
        install()
      }
      guard let slot = (0..<most).first(where: { taken?.contains($0) == false }),
        let files = UnsafeMutablePointer<Int32>(bitPattern: files.load(ordering: .acquiring))
      else { return nil }
      taken?.insert(slot)
      files[slot] = file
      return slot
    }
  }

  static func remove(_ slot: Int) {
    slots.withLock { taken in
      UnsafeMutablePointer<Int32>(bitPattern: files.load(ordering: .acquiring))?[slot] = -1
      taken?.remove(slot)
    }
  }

  private static func install() {
    let all = UnsafeMutablePointer<Int32>.allocate(capacity: most)
    all.initialize(repeating: -1, count: most)
    files.store(UInt(bitPattern: all), ordering: .releasing)
    // Once: the default action is back when the handler begins, so that a second fault ends the process too.
    for number in names.keys where isFree(number) { SignalAction.handleOnce(number, by: noting) }
  }

  /// Whether nobody handles the signal, or only Swift's runtime, whose report of a crash goes to a terminal.
  private static func isFree(_ number: Int32) -> Bool {
    let former = SignalAction.current(number)
    guard let handler = former.handler else { return former.isKnown }
    guard let file = Self.file(of: handler) else { return false }
    // The runtime is a library of its own, or linked into the same file as this.
    return file == Self.file(of: noting) || (file.split(separator: "/").last ?? "").hasPrefix("libswift")
  }

  private static func file(of handler: SignalAction.Handler) -> String? {
    library_at(unsafeBitCast(handler, to: UnsafeRawPointer.self)).map { String(cString: $0) }
  }

  private static let noting: SignalAction.Handler = { number, info, _ in
    let kept = errno
    let word: StaticString = "signal "
    var (tens, ones, end) = (UInt8(48 + number / 10 % 10), UInt8(48 + number % 10), UInt8(10))
    if let files = UnsafeMutablePointer<Int32>(bitPattern: CrashSignals.files.load(ordering: .acquiring)) {
      for slot in 0..<CrashSignals.most where files[slot] >= 0 {
        _ = write(files[slot], word.utf8Start, word.utf8CodeUnitCount)
        _ = write(files[slot], &tens, 1)
        _ = write(files[slot], &ones, 1)
        _ = write(files[slot], &end, 1)
      }
    }
    // A fault happens again when the handler returns; a signal that was sent has to be sent again.
    if info?.pointee.si_code ?? 0 <= 0 || number == SIGTRAP { pthread_kill(pthread_self(), number) }
    errno = kept
  }
}
