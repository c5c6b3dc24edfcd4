internal import Glibc
internal import Kernel
internal import Transport

extension Benchmark {
  /// A small fixed answer over 32 kept connections, against nginx with one worker serving the same bytes, both asked by
  /// wrk in turn.
  static let http = Benchmark(
    name: "http", summary: "requests a second and their slowest hundredth, beside nginx",
    measure: { () throws(Problem) in
      let wrk = try Tool.path(of: "wrk", package: "wrk")
      let nginx = try NginxPeer(Tool.path(of: "nginx", package: "nginx-light"))
      defer { nginx.stop() }
      let server = try await Server.start(handler: Handler(answer: { _ in .text(NginxPeer.body) }))
      var ours: [Wrk] = []
      var peers: [Wrk] = []
      do throws(Problem) {
        for _ in 0..<3 {
          ours.append(try Wrk(asking: server.port, with: wrk))
          peers.append(try Wrk(asking: nginx.port, with: wrk))
        }
      } catch {
        await server.stop()
        throw error
      }
      await server.stop()
      return [
        Figure(
          "http-rate", here: Times(ours.map(\.rate)).median, peer: Times(peers.map(\.rate)).median, peerName: "nginx",
          unit: "requests/s", better: .higher),
        Figure(
          "http-p99", here: Times(ours.map(\.p99)).median, peer: Times(peers.map(\.p99)).median, peerName: "nginx",
          unit: "ms"),
      ]
    })
}

/// What wrk says of two seconds.
struct Wrk {
  let rate: Double
  let p99: Double

  init(asking port: UInt16, with path: String) throws(Problem) {
    let said = try Tool.output(of: path, ["-t1", "-c32", "-d2s", "--latency", "http://127.0.0.1:\(port)/"])
    guard let measured = Wrk(said), !said.contains("Non-2xx") else {
      throw Problem("wrong-measure", "wrk did not say what it measured.", remedy: "Try it by hand at a server.")
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

/// An nginx of our own, with a folder and a port of its own, ended by its process number.
final class NginxPeer {
  static let body = "Hello, World!"

  let port: UInt16
  private let process: pid_t
  private let folder: String

  init(_ path: String) throws(Problem) {
    let folder = "/tmp/troupe-bench-http-\(getpid())"
    let port = try Tool.freePort()
    guard mkdir(folder, 0o700) == 0, Tool.write(NginxPeer.configuration(folder, port), to: "\(folder)/nginx.conf")
    else {
      throw Problem("no-folder", "\(folder) cannot be written.", remedy: "Remove it and try again.")
    }
    let process: pid_t
    do throws(Problem) {
      process = try Tool.start(path, ["-p", folder, "-c", "\(folder)/nginx.conf", "-e", "\(folder)/error.log"])
    } catch {
      Program.remove(folder)
      throw error
    }
    (self.folder, self.port, self.process) = (folder, port, process)
    guard Tool.isAnswering(port) else {
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
      }
    }

    """
  }
}
