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

  @Test("pages of the program that are as in its file are given back, and read again where they are used")
  func program() {
    let written = [UInt8](repeating: 7, count: 1 << 20)
    let released = OwnProcess.releaseProgram()
    #expect(released > 1 << 20)
    // What was written stays, and the program goes on.
    #expect(written.allSatisfy { $0 == 7 } && OwnProcess.residentMemory > 1 << 20)
    // Hardly anything is in memory now that the first call gave back.
    #expect(OwnProcess.releaseProgram() < released)
  }
}
