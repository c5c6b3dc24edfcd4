import Platform
import Testing

@Suite("Resource usage of this process", .serialized) struct OwnProcessTests {
  @Test("memory that is written to counts, in bytes")
  func memory() {
    let size = 64 << 20
    let before = OwnProcess.residentMemory
    let bytes = [UInt8](repeating: 1, count: size)
    let after = OwnProcess.residentMemory
    #expect(before > 1 << 20 && after - before > size / 2 && after - before < size * 4)
    withExtendedLifetime(bytes) {}
  }
}
