import Kernel
import Testing

@testable import Bench

@Suite("Measuring a peer")
struct PeerTests {
  @Test("The rate and the 99th percentile are read from the output of wrk")
  func wrk() throws {
    let said = """
      Running 2s test @ http://127.0.0.1:1/
        Latency Distribution
           50%  228.00us
           99%    1.06ms
      Requests/sec: 110742.44
      """
    let measured = try #require(Wrk(said))
    #expect(measured.rate == 110_742.44 && measured.p99 == 1.06)
    #expect(Wrk(said.replacing("1.06ms", with: "500.00us"))?.p99 == 0.5)
    #expect(Wrk(said.replacing("1.06ms", with: "1.50s"))?.p99 == 1500)
    #expect(Wrk("unable to connect") == nil)
  }

  @Test("A peer's response is split into head size, headers and body; a truncated one is nil")
  func answer() throws {
    let answer = try #require(PeerResponse("HTTP/1.1 200 OK\r\nServer: nginx/1.22.1\r\n\r\nHello\r\n\r\n"))
    #expect(answer.headBytes == 41 && answer.body == "Hello\r\n\r\n")
    #expect(answer["server"] == "nginx/1.22.1" && answer["serve"] == nil)
    #expect(PeerResponse("HTTP/1.1 200 OK\r\n") == nil)
  }

  @Test("A missing tool is reported with its package")
  func missing() {
    let problem = #expect(throws: Problem.self) { try SystemTool.path(of: "no-such-program", package: "such-package") }
    #expect(problem?.remedy.contains("such-package") == true)
  }
}
