internal import Glibc
internal import Kernel
internal import Transport

extension Benchmark {
  /// Serves a small fixed response over 32 persistent connections. Peer: nginx with one worker and the same bytes. wrk
  /// measures both in turn.
  static let http = Benchmark(
    name: "http", summary: "requests a second and their slowest hundredth, beside nginx",
    measure: { () throws(Problem) in
      let wrk = try SystemTool.path(of: "wrk", package: "wrk")
      let nginx = try NginxPeer(SystemTool.path(of: "nginx", package: "nginx-light"))
      defer { nginx.stop() }
      let told = try PeerResponse(of: nginx.port)
      // Headers that nginx adds, so that both send as much.
      let besides: Headers = ["server": told["server"] ?? "", "connection-is": told["connection"] ?? ""]
      let response = Response.text(NginxPeer.body, headers: besides)
      let server = try await Server.start(handler: Handler(answer: { _ in response }))
      do throws(Problem) {
        let (ours, peers) = try rounds(server.port, nginx.port, told, with: wrk)
        await server.stop()
        return [
          Figure(
            "http-rate", here: Times(ours.map(\.rate)).median, peer: Times(peers.map(\.rate)).median,
            peerName: "nginx", unit: "requests/s", better: .higher),
          Figure(
            "http-p99", here: Times(ours.map(\.p99)).median, peer: Times(peers.map(\.p99)).median, peerName: "nginx",
            unit: "ms"),
        ]
      } catch {
        await server.stop()
        throw error
      }
    })

  /// Measures both in alternating order. The first round warms up and is not counted.
  private static func rounds(
    _ port: UInt16, _ peer: UInt16, _ told: PeerResponse, with wrk: String
  ) throws(Problem) -> (ours: [Wrk], peers: [Wrk]) {
    let mine = try PeerResponse(of: port)
    guard mine.body == told.body, abs(mine.headBytes - told.headBytes) <= 8 else {
      throw Problem(
        "unlike-answers",
        "The answers differ: \(mine.headBytes) and \(told.headBytes) bytes of head, “\(mine.body)” and “\(told.body)”.",
        safe: "Nothing was measured.", remedy: "Make both say the same; nginx may have changed its header fields.")
    }
    var measured: [UInt16: [Wrk]] = [:]
    for round in 0..<6 {
      for port in round % 2 == 0 ? [port, peer] : [peer, port] {
        measured[port, default: []].append(try Wrk(asking: port, with: wrk))
      }
    }
    let counted = { (port: UInt16) in Array(measured[port, default: []].dropFirst()) }
    return (counted(port), counted(peer))
  }
}

/// A server's response to one request.
struct PeerResponse {
  let headBytes: Int
  let body: String
  private let lines: [Substring]

  init(of port: UInt16) throws(Problem) {
    let request = "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n"
    guard let answer = PeerResponse(try SystemTool.said(at: port, to: request, until: NginxPeer.body)) else {
      throw Problem("no-answer", "The server at port \(port) gave no answer.", remedy: "Try it by hand.")
    }
    self = answer
  }

  init?(_ said: String) {
    // Compared as bytes, because CR LF is one Character.
    let bytes = Array(said.utf8)
    guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    headBytes = end.upperBound
    body = String(decoding: bytes[end.upperBound...], as: UTF8.self)
    lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
  }

  subscript(name: String) -> String? {
    lines.first { $0.lowercased().hasPrefix("\(name): ") }.map { String($0.dropFirst(name.count + 2)) }
  }
}

/// The results of a run of wrk over two seconds.
struct Wrk {
  let rate: Double
  let p99: Double

  init(asking port: UInt16, for page: String = "/", header: String? = nil, with path: String) throws(Problem) {
    let said = try SystemTool.output(
      of: path,
      ["-t1", "-c32", "-d2s", "--latency"] + (header.map { ["-H", $0] } ?? []) + ["http://127.0.0.1:\(port)\(page)"])
    guard let measured = Wrk(said), !said.contains("Non-2xx"), !said.contains("Socket errors") else {
      throw Problem(
        "wrong-measure", "wrk says of errors, or nothing of what it measured.", remedy: "Try it by hand at a server.")
    }
    self = measured
  }

  init?(_ said: String) {
    var rate: Double?
    var p99: Double?
    for line in said.split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.first == "Requests/sec:" { rate = words.last.flatMap { Double($0) } }
      if words.first == "99%" { p99 = words.last.flatMap(Wrk.milliseconds) }
    }
    guard let rate, let p99 else { return nil }
    self.rate = rate
    self.p99 = p99
  }

  private static func milliseconds(_ text: Substring) -> Double? {
    for (unit, factor) in [("us", 0.001), ("ms", 1), ("s", 1000)] where text.hasSuffix(unit) {
      return Double(text.dropLast(unit.count)).map { $0 * factor }
    }
    return nil
  }
}

/// An nginx process with its own folder and port, stopped by its process identifier.
final class NginxPeer {
  static let body = "Hello, World!"

  let port: UInt16
  private let process: pid_t
  private let folder: String

  /// Starts nginx; it serves `page` at `/page`.
  init(_ path: String, page: String = "") throws(Problem) {
    let folder = "/tmp/troupe-bench-http-\(getpid())"
    let port = try SystemTool.freePort()
    guard mkdir(folder, 0o700) == 0,
      SystemTool.write(NginxPeer.configuration(folder, port), to: "\(folder)/nginx.conf"),
      SystemTool.write(page, to: "\(folder)/page")
    else {
      throw Problem("no-folder", "\(folder) cannot be written.", remedy: "Remove it and try again.")
    }
    let process: pid_t
    do throws(Problem) {
      process = try SystemTool.start(path, ["-p", folder, "-c", "\(folder)/nginx.conf", "-e", "\(folder)/error.log"])
    } catch {
      Program.remove(folder)
      throw error
    }
    (self.folder, self.port, self.process) = (folder, port, process)
    guard SystemTool.isAnswering(port) else {
      stop()
      throw Problem("no-peer", "nginx did not begin to listen.", remedy: "Try it by hand.")
    }
  }

  func stop() {
    kill(process, SIGTERM)
    var status: Int32 = 0
    waitpid(process, &status, 0)
    Program.remove(folder)
  }

  private static func configuration(_ folder: String, _ port: UInt16) -> String {
    """
    daemon off;
    master_process off;
    pid \(folder)/pid;
    error_log \(folder)/error.log crit;
    events { worker_connections 1024; }
    http {
      access_log off;
      default_type "text/plain; charset=utf-8";
      keepalive_requests 1000000000;
      client_body_temp_path \(folder)/body;
      proxy_temp_path \(folder)/proxy;
      fastcgi_temp_path \(folder)/fastcgi;
      uwsgi_temp_path \(folder)/uwsgi;
      scgi_temp_path \(folder)/scgi;
      server {
        listen 127.0.0.1:\(port);
        location / { return 200 "\(body)"; }
        location = /page {
          root \(folder);
          default_type "text/html; charset=utf-8";
        }
      }
    }

    """
  }
}
