import Foundation
import Kernel
import Testing

@testable import Transport

@Suite("Forms, cookies, events and dates")
struct TextTests {
  @Test("a form is parsed as a browser encodes it, and survives a round trip")
  func forms() throws {
    let form = try FormFields(form: Array("a=1&b=x+y&a=%C3%A4%26&c&=d&e=f=g".utf8))
    #expect(form.fields.map(\.name) == ["a", "b", "a", "c", "", "e"])
    #expect(form["b"] == "x y" && form.all("a") == ["1", "ä&"] && form["c"] == "" && form["e"] == "f=g")
    #expect(try FormFields(form: Array(form.text.utf8)) == form)
    #expect(try FormFields(form: []).fields.isEmpty)
  }

  @Test(
    "a malformed form is refused",
    arguments: ["a=%", "a=%f", "a=%zz", "a=%FF", "a=b c", "a=\u{0}", "a=ä", "%C3=%A4"])
  func badForms(text: String) {
    #expect(throws: RequestRefusal.bad("the form is not encoded UTF-8")) { try FormFields(form: Array(text.utf8)) }
  }

  @Test("a form with too many fields is refused")
  func manyFields() {
    #expect(throws: RequestRefusal.self) {
      try FormFields(form: Array(String(repeating: "a&", count: 11).utf8), most: 10)
    }
  }

  @Test("cookies are parsed, and two values for one name count as none")
  func cookies() {
    let cookies = Cookies(["cookie": "a=1; b=x=y;c=;  d = 4 ; e", "Cookie": "f=1; f=1; g=1; g=2"])
    #expect(["a", "b", "c", "d", "e", "f", "g"].map { cookies[$0] } == ["1", "x=y", "", "4", nil, "1", nil])
    #expect(cookies.all("g") == ["1", "2"])
  }

  @Test("a cookie is HttpOnly and SameSite=Strict by default")
  func setCookie() throws {
    #expect(try SetCookie("a", "b").text == "a=b; Path=/; HttpOnly; SameSite=Strict")
    let full = try SetCookie(
      "__Host-a", "", lasting: .seconds(60), isSecure: true, isHTTPOnly: false, sameSite: .none)
    #expect(full.text == "__Host-a=; Path=/; Max-Age=60; Secure; SameSite=None")
    var response = Response.text("x")
    response.set(try SetCookie("a", "1"))
    response.set(try SetCookie("b", "2"))
    #expect(response.headers.all("Set-Cookie").count == 2)
  }

  @Test("a cookie with an unsafe name, value or combination of attributes is refused")
  func badCookies() {
    for (name, value) in [
      ("", "x"), ("a b", "x"), ("a=", "x"), ("a", "b;c"), ("a", "b\r\nc"), ("a", "\"b\""), ("a", "ä"),
    ] {
      #expect(throws: Problem.self) { try SetCookie(name, value) }
    }
    #expect(throws: Problem.self) { try SetCookie("a", "b", path: "/; Domain=x") }
    #expect(throws: Problem.self) { try SetCookie("a", "b", sameSite: .none) }
    #expect(throws: Problem.self) { try SetCookie("__Host-a", "b", path: "/x", isSecure: true) }
    #expect(throws: Problem.self) { try SetCookie("__Secure-a", "b") }
  }

  @Test("an event has one data line for every line of its text, and no line breaks in other fields")
  func events() {
    #expect(ServerEvent("a\r\nb\rc\n").bytes.text == "data: a\ndata: b\ndata: c\ndata: \n\n")
    #expect(ServerEvent("").bytes.text == "data: \n\n")
    #expect(
      ServerEvent("x", event: "a\ndata: evil", id: "1\r\n2").bytes.text == "event: adata: evil\nid: 12\ndata: x\n\n")
  }

  @Test("a date is formatted as HTTP specifies")
  func dates() {
    #expect(HTTPDate.text(784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = .gmt
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    var chance = Seeded(2)
    for _ in 0..<2_000 {
      let seconds = Int.random(in: -2_000_000_000...8_000_000_000, using: &chance)
      #expect(HTTPDate.text(seconds) == formatter.string(from: Date(timeIntervalSince1970: Double(seconds))))
    }
  }

  @Test("percent encoding survives a round trip")
  func percent() throws {
    #expect(PercentCoding.encoded("a b/ä~") == "a%20b%2F%C3%A4~")
    #expect(try Target("/" + PercentCoding.encoded("ä b+?#")).path == "/ä b+?#")
  }

  @Test("alarms ring in the order of their due times")
  func alarms() {
    var chance = Seeded(4)
    var alarms = Alarms()
    let dues = (0..<500).map { _ in Int64.random(in: 0..<1000, using: &chance) }
    for due in dues { alarms.add(.init(due: Instant(nanoseconds: due), token: 0)) }
    var rung: [Int64] = []
    while let next = alarms.next(at: Instant(nanoseconds: 500)) { rung.append(next.due.nanoseconds) }
    #expect(rung == dues.filter { $0 <= 500 }.sorted())
    #expect(alarms.count == dues.count { $0 > 500 })
  }
}
