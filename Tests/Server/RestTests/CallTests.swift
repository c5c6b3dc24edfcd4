import Rest
import Testing
import Transport

@Suite struct CallTests {
  let database = AskedDatabase()
  var rest: Rest { Rest(database) }

  @Test("A function gets its arguments from the body, or from the query string when it only reads")
  func arguments() async throws {
    database.put(called: "[1,2]")
    #expect(try await rest.send("POST /rpc/sync_pull", [], #"{"limit":5}"#).body == "[1,2]")
    #expect(database.last == .call("sync_pull", #"{"limit":5}"#, mayWrite: true))
    _ = try await rest.send("POST /rpc/f?select=*", [], "")
    #expect(database.last == .call("f", "{}", mayWrite: true))
    let read = try await rest.send("GET /rpc/f?a=1&b=%7B1,%222%22%7D&select=*")
    #expect(read.status == 200 && read.headers["content-type"] == "application/json; charset=utf-8")
    #expect(database.last == .call("f", #"{"a":"1","b":"{1,\"2\"}"}"#, mayWrite: false))
    _ = try await rest.send("GET /rpc/f?a=%7B%22b%22:null%7D")
    #expect(database.last == .call("f", #"{"a":{"b":null}}"#, mayWrite: false))
    _ = try await rest.send("HEAD /rpc/f")
    #expect(database.last == .call("f", "{}", mayWrite: false))
  }

  @Test("The result of a function is returned as it is, on request with a count or as one object")
  func answers() async throws {
    database.put(called: #"[{"a":1}, {"a":2}]"#)
    let counted = try await rest.send("POST /rpc/f", ["Prefer: count=exact"], "{}")
    #expect(counted.headers["content-range"] == "0-1/2")
    let object = ["Accept: application/vnd.pgrst.object+json"]
    #expect(try await rest.send("POST /rpc/f", object, "{}").code == "PGRST116")
    database.put(called: #"[ {"a":1} ]"#)
    #expect(try await rest.send("POST /rpc/f", object, "{}").body == #"{"a":1}"#)
    database.put(called: #"{"a":1}"#)
    #expect(try await rest.send("POST /rpc/f", object, "{}").body == #"{"a":1}"#)
    database.put(called: "")
    #expect(try await rest.send("POST /rpc/f", [], "{}").status == 204)
  }

  @Test("An unknown function is answered with 404")
  func none() async throws {
    let answer = try await rest.send("POST /rpc/nothing", [], "{}")
    #expect(answer.status == 404 && answer.code == "PGRST202")
    #expect(answer.body.contains("public.nothing"))
  }

  @Test("A large body is checked like a small one")
  func large() async throws {
    database.put(called: "1")
    let text = String(repeating: "a", count: 100_000)
    #expect(try await rest.send("POST /rpc/f", [], #"{"t":"\#(text)"}"#).status == 200)
    #expect(try await rest.send("POST /rpc/f", [], #"{"t":"\#(text)""#).code == "PGRST102")
  }
}
