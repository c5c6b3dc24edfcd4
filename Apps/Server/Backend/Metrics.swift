internal import Glibc
internal import Kernel
internal import Outbox

/// Request metrics in Prometheus' text format. They contain no addresses, users or rows.
final class Metrics: Sendable {
  /// Upper bounds of the histogram buckets in seconds; a last bucket without a bound counts everything.
  private static let bounds = [0.001, 0.005, 0.02, 0.1, 0.5, 2]

  private struct Counted {
    var byStatus = [Int](repeating: 0, count: 6)
    var buckets = [Int](repeating: 0, count: Metrics.bounds.count)
    var count = 0
    var seconds = 0.0
  }

  private let services: [String]
  private let counted: Locked<[Counted]>
  private let began = ContinuousClock.now

  init(_ services: [String]) {
    self.services = services
    counted = Locked(services.map { _ in Counted() })
  }

  func note(_ service: Int, status: Int, took: Duration) {
    let seconds = took.seconds
    counted.withLock { counted in
      counted[service].byStatus[min(max(status / 100, 0), 5)] += 1
      counted[service].count += 1
      counted[service].seconds += seconds
      if let bucket = Metrics.bounds.firstIndex(where: { seconds <= $0 }) { counted[service].buckets[bucket] += 1 }
    }
  }

  func text(connections: Int, outbox: OutboxCounts) -> String {
    let counted = counted.withLock { $0 }
    var lines = [
      "# HELP troupe_requests_total Requests answered, by service and class of status.",
      "# TYPE troupe_requests_total counter",
    ]
    for (service, counts) in zip(services, counted) {
      for status in 1...5 where counts.byStatus[status] > 0 {
        lines.append(
          "troupe_requests_total{service=\"\(service)\",status=\"\(status)xx\"} \(counts.byStatus[status])")
      }
    }
    lines += [
      "# HELP troupe_request_seconds How long an answer took.", "# TYPE troupe_request_seconds histogram",
    ]
    for (service, counts) in zip(services, counted) where counts.count > 0 {
      var below = 0
      for (bound, count) in zip(Metrics.bounds, counts.buckets) {
        below += count
        lines.append("troupe_request_seconds_bucket{service=\"\(service)\",le=\"\(bound)\"} \(below)")
      }
      lines.append("troupe_request_seconds_bucket{service=\"\(service)\",le=\"+Inf\"} \(counts.count)")
      lines.append("troupe_request_seconds_sum{service=\"\(service)\"} \(counts.seconds)")
      lines.append("troupe_request_seconds_count{service=\"\(service)\"} \(counts.count)")
    }
    lines += [
      "# HELP troupe_outbox_total Attempts of entries of the outbox, by their result.",
      "# TYPE troupe_outbox_total counter",
      "troupe_outbox_total{result=\"done\"} \(outbox.done)", "troupe_outbox_total{result=\"failed\"} \(outbox.failed)",
      "troupe_outbox_total{result=\"given_up\"} \(outbox.givenUp)",
    ]
    lines += Metrics.gauge("troupe_outbox_running", "Entries of the outbox that are worked on.", Double(outbox.running))
    lines += Metrics.gauge("troupe_connections", "Clients connected now.", Double(connections))
    lines += Metrics.gauge("troupe_uptime_seconds", "Since the start.", began.duration(to: .now).seconds)
    if let bytes = Metrics.residentBytes() {
      lines += Metrics.gauge("process_resident_memory_bytes", "Memory in use.", Double(bytes))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func gauge(_ name: String, _ help: String, _ value: Double) -> [String] {
    ["# HELP \(name) \(help)", "# TYPE \(name) gauge", "\(name) \(value)"]
  }

  /// The resident memory of this process in bytes.
  private static func residentBytes() -> Int? {
    guard let file = fopen("/proc/self/statm", "r") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 128)
    guard fgets(&line, CInt(line.count), file) != nil else { return nil }
    let words = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self).split(
      separator: " ")
    return words.dropFirst().first.flatMap { Int($0) }.map { $0 * sysconf(CInt(_SC_PAGESIZE)) }
  }
}
