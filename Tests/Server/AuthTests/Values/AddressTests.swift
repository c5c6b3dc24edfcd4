import Testing

@testable import Auth

@Suite("Email addresses, phone numbers and networks")
struct AddressTests {
  @Test(
    "a valid email address is stored in lower case",
    arguments: [
      ("Ada@Example.COM", "ada@example.com"), ("a+b.c@x-y.co.uk", "a+b.c@x-y.co.uk"), ("o'neil@a.b", "o'neil@a.b"),
    ])
  func emails(text: String, kept: String) {
    #expect(EmailAddress(text)?.text == kept)
  }

  @Test(
    "an invalid or ambiguous email address is rejected",
    arguments: [
      "", "a", "@", "a@", "@b.c", "a@b", "a@b..c", "a@.b.c", "a@b.c.", "a@-b.c", "a@b-.c", ".a@b.c", "a.@b.c",
      "a..b@b.c",
      "a b@c.d", "a@b c.d", "a@b.c\n", "a@b.c\r\nBcc: x@y.z", "\"a\"@b.c", "a@[127.0.0.1]", "a@b@c.d", "ä@b.c",
      "a@bü.c",
      "a\0@b.c", "<a@b.c>", "a,b@c.d", "\(String(repeating: "a", count: 65))@b.c",
      "a@\(String(repeating: "b", count: 64)).c", "a@\(String(repeating: "b.", count: 130))c",
      "K@\u{212A}.c", "a@b.c\u{301}",
    ])
  func noEmails(text: String) {
    #expect(EmailAddress(text) == nil)
  }

  @Test("a phone number is stored as digits, without plus and spaces; anything else is rejected")
  func phones() {
    #expect(PhoneNumber("+49 151 2345678")?.text == "491512345678")
    #expect(PhoneNumber("12")?.text == "12")
    for text in ["", "+", "0151234", "1", "12a", "1234567890123456", "١٢٣", "12-34", String(repeating: " ", count: 40)]
    {
      #expect(PhoneNumber(text) == nil, "\(text)")
    }
  }

  @Test("an IPv6 address is named by its /64 network, an IPv4 address by itself")
  func networks() {
    #expect(ClientNetwork.name("127.0.0.1") == "127.0.0.1")
    #expect(ClientNetwork.name("2001:db8::1") == ClientNetwork.name("2001:db8:0:0:ffff::2"))
    #expect(ClientNetwork.name("2001:db8::1") != ClientNetwork.name("2001:db8:0:1::1"))
    #expect(ClientNetwork.name("::ffff:10.0.0.7") == "10.0.0.7")
    #expect(ClientNetwork.name("not an address:") == "not an address:")
  }
}
