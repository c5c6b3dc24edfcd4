import Kernel
import Testing

@Suite("Bytes in hexadecimal digits") struct HexadecimalTests {
  @Test("each byte has two digits, in lower case")
  func digits() {
    #expect([UInt8]().hexadecimal == "")
    #expect([0x00, 0x09, 0x0A, 0x7F, 0x80, 0xFF].map { UInt8($0) }.hexadecimal == "00090a7f80ff")
    for byte in UInt8.min...UInt8.max {
      let text = [byte].hexadecimal
      #expect(text.count == 2 && UInt8(text, radix: 16) == byte && text == text.lowercased())
    }
  }
}
