internal import FoundationEssentials
internal import Glibc
internal import HTTP
internal import JSON
internal import Kernel

/// A provider of `troupe-lab vendors` in a process of its own, without quotas, whose memory is not that of what is measured.
final class VendorProcess: Sendable {
  let address: String
  private let process: pid_t
  /// The end that keeps it running.
  private let input: Int32

  init(_ name: String) throws(Problem) {
    let folder = try Program.own().split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let path = folder.joined(separator: "/") + "/troupe-lab"
    guard access(path, X_OK) == 0 else {
      throw Problem(
        "no-peer", "\(path) is not there, which plays the provider.", safe: "Nothing was measured.",
        remedy: "Build troupe-lab first.")
    }
    var (input, output): ([Int32], [Int32]) = ([0, 0], [0, 0])
    guard pipe(&input) == 0, pipe(&output) == 0 else { throw VendorProcess.failed }
    // No other program that is started meanwhile keeps it running.
    _ = fcntl(input[1], F_SETFD, FD_CLOEXEC)
    defer { close(output[0]) }
    do throws(Problem) {
      process = try SystemTool.start(path, ["vendors", name, "--unlimited"], input: input, output: output)
    } catch {
      for end in input + [output[1]] { close(end) }
      throw error
    }
    close(input[0])
    close(output[1])
    self.input = input[1]
    var said: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4_096)
    while !said.contains(0x0A) {
      let count = read(output[0], &chunk, chunk.count)
      guard count > 0 else { break }
      said += chunk[..<count]
    }
    let line = String(decoding: said.prefix { $0 != 0x0A }, as: UTF8.self)
    guard let found = (try? JSON(text: line))?[name]?.string else {
      address = ""
      stop()
      throw VendorProcess.failed
    }
    address = found
  }

  /// Ends the process.
  func stop() {
    kill(process, SIGTERM)
    var status: Int32 = 0
    waitpid(process, &status, 0)
    close(input)
  }

  /// The access token of an app to which the person has allowed these scopes.
  func token(
    authorize: String, token: String, _ scopes: [String], by client: HTTPClient
  ) async throws(Problem) -> String {
    let back = "http://127.0.0.1:9/callback"
    let asked = [
      ("client_id", "troupe"), ("redirect_uri", back), ("response_type", "code"),
      ("scope", scopes.joined(separator: " ")),
    ]
    let query = asked.map { "\($0)=\(Outgoing.escaped($1))" }.joined(separator: "&")
    let page = try await client.send(Outgoing("GET", "\(address)\(authorize)?\(query)"))
    let html = String(decoding: page.body, as: UTF8.self)
    guard let found = html.firstRange(of: "name=ticket value=\"") else { throw VendorProcess.failed }
    let ticket = String(html[found.upperBound...].prefix { $0 != "\"" })
    let fields = [Outgoing.Field("ticket", ticket), Outgoing.Field("decision", "allow")]
    let decided = try await client.send(
      .form(address + authorize, fields + scopes.map { Outgoing.Field("scope", $0) }))
    guard let location = decided["location"], let start = location.firstRange(of: "code=") else {
      throw VendorProcess.failed
    }
    let code = String(location[start.upperBound...].prefix { $0 != "&" })
    let answer = try await client.send(
      .form(
        address + token,
        [
          Outgoing.Field("grant_type", "authorization_code"), Outgoing.Field("code", code),
          Outgoing.Field("redirect_uri", back), Outgoing.Field("client_id", "troupe"),
        ]))
    guard let access = (try? JSON(bytes: answer.body))?["access_token"]?.string else { throw VendorProcess.failed }
    return access
  }

  private static let failed = Problem(
    "no-peer", "The provider on this machine did not answer.", safe: "Nothing was measured.",
    remedy: "Run the tests of Vendors.")
}
