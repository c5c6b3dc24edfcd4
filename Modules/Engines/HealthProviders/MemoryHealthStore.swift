public import Kernel
public import Platform
public import Samples

/// A provider in memory, with the limits that real ones have: pages, a first day, kinds that were not granted, a quota,
/// failures. It tells of changes, as the store of a phone does. Tests and demonstrations use it in place of a phone's store.
public final class MemoryHealthStore: Sendable {
  public struct Limits: Sendable {
    public var pageSize = 1000
    /// Nothing older is handed out.
    public var first: Date?
    /// Kinds that the person did not grant; reading them looks like no data.
    public var denied: Set<SampleKind> = []
    /// The problem that the next requests answer with, one each.
    public var failures: [Problem] = []
    /// Whether records are handed out without the key of whoever wrote them, as a merging provider does.
    public var forgetsWriters = false
    /// Whether what this app writes is told as a change, too.
    public var tellsOfWrites = false

    public init() {}
  }

  private struct Contents {
    var samples: [SampleKind: [Sample]] = [:]
    var limits = Limits()
    var requests = 0
    var serial = 0
    var listeners: [Int: Listener] = [:]
    var listenersSoFar = 0
  }

  private struct Listener {
    let kinds: Set<SampleKind>
    let continuation: AsyncStream<Heard<SampleKind>>.Continuation
  }

  public let provider: String
  private let contents = Locked(Contents())

  public init(_ provider: String) { self.provider = provider }

  public var port: HealthPort {
    HealthPort(
      read: { kind, span, page throws(Problem) in try self.read(kind, span, page) },
      write: { samples throws(Problem) in try self.write(samples) },
      delete: { kind, keys throws(Problem) in try self.delete(kind, Set(keys)) },
      changes: { kinds in self.listen(to: Set(kinds)) })
  }

  // MARK: What is in it

  /// Puts in what devices have recorded. A record that is there already is replaced. With `settling`, it waits for what
  /// follows from the change.
  public func record(_ samples: [Sample], settling: Settling? = nil) {
    contents.withLock { MemoryHealthStore.put(samples, into: &$0) }
    tell(Set(samples.map(\.kind)), settling)
  }

  public func remove(_ kind: SampleKind, record: String) {
    contents.withLock { $0.samples[kind]?.removeAll { $0.origin.record == record } }
  }

  public func all(_ kind: SampleKind) -> [Sample] {
    contents.withLock {
      ($0.samples[kind] ?? []).sorted { ($0.start, $0.origin.record) < ($1.start, $1.origin.record) }
    }
  }

  public func set(_ change: (inout Limits) -> Void) { contents.withLock { change(&$0.limits) } }

  /// Number of requests so far.
  public var requests: Int { contents.withLock { $0.requests } }

  private static func put(_ samples: [Sample], into contents: inout Contents) {
    for sample in samples {
      contents.samples[sample.kind]?.removeAll { $0.origin.record == sample.origin.record }
      contents.samples[sample.kind, default: []].append(sample)
    }
  }

  // MARK: Changes

  /// Number of those who listen to changes.
  public var listeners: Int { contents.withLock { $0.listeners.count } }

  private func listen(to kinds: Set<SampleKind>) -> AsyncStream<Heard<SampleKind>> {
    let (stream, continuation) = AsyncStream.makeStream(of: Heard<SampleKind>.self)
    let number = contents.withLock { contents in
      contents.listenersSoFar += 1
      contents.listeners[contents.listenersSoFar] = Listener(kinds: kinds, continuation: continuation)
      return contents.listenersSoFar
    }
    continuation.onTermination = { [weak self] _ in self?.forget(number) }
    return stream
  }

  private func forget(_ number: Int) {
    let gone = contents.withLock { $0.listeners.removeValue(forKey: number) }
    withExtendedLifetime(gone) {}
  }

  private func tell(_ kinds: Set<SampleKind>, _ settling: Settling?) {
    let listeners = contents.withLock { Array($0.listeners.values) }
    for listener in listeners {
      for kind in kinds.intersection(listener.kinds).sorted() {
        let receipt = settling?.receipt()
        listener.continuation.yield(receipt.map { Heard(kind, holding: $0) } ?? Heard(kind))
      }
    }
  }

  // MARK: Requests

  private func count(_ contents: inout Contents) throws(Problem) {
    contents.requests += 1
    if !contents.limits.failures.isEmpty { throw contents.limits.failures.removeFirst() }
  }

  private func read(_ kind: SampleKind, _ span: DateInterval, _ page: String?) throws(Problem) -> SamplePage {
    try contents.withLock { contents throws(Problem) in
      try count(&contents)
      let limits = contents.limits
      guard !limits.denied.contains(kind) else { return SamplePage([]) }
      let found = (contents.samples[kind] ?? []).filter { sample in
        sample.start < span.end && (sample.end > span.start || sample.start >= span.start)
          && sample.start >= limits.first ?? .distantPast
      }.sorted { ($0.start, $0.origin.record) < ($1.start, $1.origin.record) }
      let start = min(max(page.flatMap(Int.init) ?? 0, 0), found.count)
      var part = Array(found[start...].prefix(limits.pageSize))
      if limits.forgetsWriters { for index in part.indices { part[index].origin.written = nil } }
      let next = start + part.count
      return SamplePage(part, next: next < found.count ? String(next) : nil)
    }
  }

  private func write(_ samples: [WrittenSample]) throws(Problem) -> [WriteAnswer] {
    let answers = try put(samples)
    if contents.withLock({ $0.limits.tellsOfWrites }) { tell(Set(samples.map(\.sample.kind)), nil) }
    return answers
  }

  private func put(_ samples: [WrittenSample]) throws(Problem) -> [WriteAnswer] {
    try contents.withLock { contents throws(Problem) in
      try count(&contents)
      for written in samples {
        let kind = written.sample.kind
        let former = contents.samples[kind]?.first { $0.origin.written == written.key }
        if former == nil { contents.serial += 1 }
        var sample = written.sample
        sample.origin = Origin(
          provider, record: former?.origin.record ?? "\(provider)-\(contents.serial)", device: "SyncWell",
          written: written.key)
        MemoryHealthStore.put([sample], into: &contents)
      }
      return samples.map { _ in .written }
    }
  }

  private func delete(_ kind: SampleKind, _ keys: Set<String>) throws(Problem) {
    try contents.withLock { contents throws(Problem) in
      try count(&contents)
      contents.samples[kind]?.removeAll { $0.origin.written.map(keys.contains) ?? false }
    }
  }
}
