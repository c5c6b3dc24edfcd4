import Fetch
import Foundation
import Kernel
import Loopback
import Testing

@Suite("Sending", .timeLimit(.minutes(10)))
struct SendTests {
  /// Echoes each request: the lines of its head, an empty line, its body.
  static func echo() throws -> Listener {
    try Listener { talk in
      while let (head, body) = talk.request() {
        talk.answer(Array((head.joined(separator: "\n") + "\n\n").utf8) + body, headers: ["X-Two: a", "x-two: b"])
      }
    }
  }

  @Test("a request arrives with its method, fields and body, and its response is complete")
  func whole() async throws {
    let server = try SendTests.echo()
    try await fetching { fetch in
      let answer = try await fetch.send(
        Outgoing(
          "PATCH", "\(server.address)/a?b=c", headers: [.init("X-One", "1"), .init("X-None", "")],
          body: Array("häl".utf8)))
      let lines = String(decoding: answer.body, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      #expect(answer.status == 200)
      #expect(answer["X-TWO"] == "a")
      #expect(answer.headers.filter { $0.name == "x-two" }.map(\.value) == ["a", "b"])
      #expect(lines.first == "PATCH /a?b=c HTTP/1.1")
      #expect(lines.contains("X-One: 1") && lines.contains("X-None:"))
      #expect(lines.contains("Content-Length: 4") && lines.last == "häl")
      #expect(!lines.contains { $0.lowercased().hasPrefix("expect") || $0.lowercased().hasPrefix("content-type") })
      #expect(!answer.isHTTP2)
    }
  }

  @Test("POST and PUT without a body send an empty one; GET and DELETE send none")
  func bodies() async throws {
    let server = try SendTests.echo()
    try await fetching { fetch in
      for (method, has) in [("POST", true), ("PUT", true), ("GET", false), ("DELETE", false)] {
        let answer = try await fetch.send(Outgoing(method, server.address))
        let text = String(decoding: answer.body, as: UTF8.self)
        #expect(text.hasPrefix("\(method) / "))
        #expect(text.contains("Content-Length: 0") == has, "\(text)")
      }
    }
  }

  @Test("a connection is reused for many requests, and reopened after the server has closed it")
  func pooled() async throws {
    let server = try SendTests.echo()
    try await fetching { fetch in
      for _ in 0..<20 { _ = try await fetch.send(Outgoing("GET", server.address)) }
    }
    #expect(server.visits == 1)
    let short = try Listener { talk in
      if talk.request() != nil { talk.answer([65]) }
    }
    try await fetching { fetch in
      for _ in 0..<5 {
        let answer = try await fetch.send(Outgoing("GET", short.address))
        #expect(answer.body == [65])
      }
    }
    #expect(short.visits == 5)
  }

  @Test("concurrent requests are all answered, over no more connections than allowed")
  func many() async throws {
    let server = try SendTests.echo()
    var settings = FetchSettings()
    (settings.atOnce, settings.connectionsPerHost) = (16, 4)
    try await fetching(settings) { fetch in
      try await withThrowingTaskGroup(of: String.self) { group in
        for number in 0..<200 {
          group.addTask {
            let answer = try await fetch.send(Outgoing("POST", server.address, body: Array("\(number)".utf8)))
            return String(decoding: answer.body, as: UTF8.self).split(separator: "\n").last.map(String.init) ?? ""
          }
        }
        var heard: Set<String> = []
        for try await number in group { heard.insert(number) }
        #expect(heard == Set((0..<200).map(String.init)))
      }
    }
    #expect(server.visits <= 4)
  }

  @Test("a compressed response is decompressed")
  func packed() async throws {
    // `hello`, compressed with gzip.
    let packed: [UInt8] = [
      0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 7, 0, 0x86, 0xA6, 0x10, 0x36, 5, 0, 0, 0,
    ]
    let server = try Listener { talk in
      while let (head, _) = talk.request() {
        let asks = head.contains { $0.lowercased().hasPrefix("accept-encoding:") && $0.contains("gzip") }
        talk.answer(asks ? packed : [], headers: ["content-encoding: gzip"])
      }
    }
    try await fetching { fetch in
      let answer = try await fetch.send(Outgoing("GET", server.address))
      #expect(answer.body == Array("hello".utf8))
    }
  }

  @Test("a redirect is returned as the response; when it may be followed, a redirect to plain HTTP is refused")
  func redirects() async throws {
    let server = try Listener { talk in
      while talk.request() != nil { talk.answer([], status: "302 Found", headers: ["location: /there"]) }
    }
    try await fetching { fetch in
      let answer = try await fetch.send(Outgoing("GET", server.address))
      #expect(answer.status == 302 && answer["location"] == "/there")
      var following = Outgoing("GET", server.address)
      following.redirects = 3
      #expect(await problem { () throws(Problem) in _ = try await fetch.send(following) }?.code == "fetch-redirected")
    }
  }

  @Test("a response to HEAD has no body, and a form is percent-encoded")
  func others() async throws {
    let server = try Listener { talk in
      while let (head, body) = talk.request() {
        if head.first?.hasPrefix("HEAD") == true {
          talk.send("HTTP/1.1 200 OK\r\ncontent-length: 5000\r\n\r\n")
        } else {
          talk.answer(body)
        }
      }
    }
    try await fetching { fetch in
      let answer = try await fetch.send(Outgoing("HEAD", server.address))
      #expect(answer.body.isEmpty)
      let form = try await fetch.send(.form(server.address, [.init("a b", "c&d=é"), .init("e", "")]))
      #expect(String(decoding: form.body, as: UTF8.self) == "a%20b=c%26d%3D%C3%A9&e=")
    }
  }
}
