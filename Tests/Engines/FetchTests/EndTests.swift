import Fetch
import Foundation
import Kernel
import Loopback
import Testing

@Suite("Cancelling and closing", .timeLimit(.minutes(10)))
struct EndTests {
  @Test("a cancelled request ends at once, and the server sees the connection close")
  func cancelled() async throws {
    let (arrived, gone) = (Gate(), Gate())
    let server = try Listener { talk in
      _ = talk.request()
      arrived.open()
      talk.untilGone()
      gone.open()
    }
    try await fetching { fetch in
      let asking = Task {
        await problem { () throws(Problem) in _ = try await fetch.send(Outgoing("GET", server.address)) }
      }
      await arrived.passed()
      asking.cancel()
      #expect(await asking.value?.code == "fetch-cancelled")
      await gone.passed()
    }
  }

  @Test("a request cancelled right after it starts fails as cancelled, whenever the cancellation arrives")
  func early() async throws {
    let server = try Listener { talk in talk.untilGone() }
    try await fetching { fetch in
      for _ in 0..<500 {
        let asking = Task {
          await problem { () throws(Problem) in _ = try await fetch.send(Outgoing("GET", server.address)) }
        }
        asking.cancel()
        #expect(await asking.value?.code == "fetch-cancelled")
      }
    }
  }

  @Test("cancelling during a name lookup does not delay other requests")
  func resolving() async throws {
    let server = try SendTests.echo()
    try await fetching { fetch in
      for number in 0..<10 {
        let asking = Task {
          await problem { () throws(Problem) in _ = try await fetch.send(Outgoing("GET", "https://n\(number).invalid/"))
          }
        }
        asking.cancel()
        _ = await asking.value
        let answer = try await fetch.send(Outgoing("GET", server.address))
        #expect(answer.status == 200)
      }
    }
  }

  @Test("closing fails every waiting request and every later one")
  func closed() async throws {
    let arrived = Gate()
    let server = try Listener { talk in
      arrived.open()
      talk.untilGone()
    }
    var settings = FetchSettings()
    settings.atOnce = 2
    let fetch = try Fetch(settings)
    let asking = (0..<5).map { _ in
      Task { await problem { () throws(Problem) in _ = try await fetch.send(Outgoing("GET", server.address)) } }
    }
    await arrived.passed()
    await fetch.close()
    for one in asking { #expect(await one.value?.code == "fetch-closed") }
    let late = await problem { () throws(Problem) in _ = try await fetch.send(Outgoing("GET", server.address)) }
    #expect(late?.code == "fetch-closed")
    await fetch.close()
  }

  @Test("a released Fetch closes its connections")
  func forgotten() async throws {
    let gone = Gate()
    let server = try Listener { talk in
      while talk.request() != nil { talk.answer([]) }
      gone.open()
    }
    do {
      let fetch = try Fetch()
      #expect(try await fetch.send(Outgoing("GET", server.address)).status == 200)
    }
    // Its kept connection closes with its thread.
    await gone.passed()
  }
}
