import Testing

@testable import Auth

@Suite("Addresses of people")
struct AddressTests {
  @Test(
    "an e-mail address is checked and found in one spelling",
    arguments: [
      ("Ada@Example.COM", "ada@example.com"), ("a+b.c@x-y.co.uk", "a+b.c@x-y.co.uk"), ("o'neil@a.b", "o'neil@a.b"),
    ])
  func emails(text: String, kept: String) {
    #expect(EmailAddress(text)?.text == kept)
  }

  @Test(
    "what is no address of anybody, or could be read in two ways, is none",
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

  @Test("a telephone number is digits, without its plus and spaces")
  func phones() {
    #expect(PhoneNumber("+49 151 2345678")?.text == "491512345678")
    #expect(PhoneNumber("12")?.text == "12")
    for text in ["", "+", "0151234", "1", "12a", "1234567890123456", "١٢٣", "12-34", String(repeating: " ", count: 40)]
    {
      #expect(PhoneNumber(text) == nil, "\(text)")
    }
  }

  @Test("an address of version 6 stands for its network, and version 4 for itself")
  func networks() {
    #expect(ClientNetwork.name("127.0.0.1") == "127.0.0.1")
    #expect(ClientNetwork.name("2001:db8::1") == ClientNetwork.name("2001:db8:0:0:ffff::2"))
    #expect(ClientNetwork.name("2001:db8::1") != ClientNetwork.name("2001:db8:0:1::1"))
    #expect(ClientNetwork.name("::ffff:10.0.0.7") == "10.0.0.7")
    #expect(ClientNetwork.name("not an address:") == "not an address:")
  }
}
