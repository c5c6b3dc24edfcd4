public import FoundationEssentials
public import Kernel
public import Samples

/// A provider in memory, with the limits that real ones have: pages, a first day, kinds that were not granted, a quota,
/// failures. Tests and demonstrations use it in place of a phone's store.
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

    public init() {}
  }

  private struct Contents {
    var samples: [SampleKind: [Sample]] = [:]
    var limits = Limits()
    var requests = 0
    var serial = 0
  }

  public let provider: String
  private let contents = Locked(Contents())

  public init(_ provider: String) { self.provider = provider }

  public var port: HealthPort {
    HealthPort(
      read: { kind, span, page throws(Problem) in try self.read(kind, span, page) },
      write: { samples throws(Problem) in try self.write(samples) },
      delete: { kind, keys throws(Problem) in try self.delete(kind, Set(keys)) })
  }

  // MARK: What is in it

  /// Puts in what devices have recorded. A record that is there already is replaced.
  public func record(_ samples: [Sample]) { contents.withLock { MemoryHealthStore.put(samples, into: &$0) } }

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
