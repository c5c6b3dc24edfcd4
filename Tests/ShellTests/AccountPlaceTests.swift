import Interface
import Kernel
import ShellTesting
import Testing

@testable import Shell

@Suite("A place that needs an account")
struct AccountPlaceTests {
  private let members = Route(["hall", "members"])

  @Test("opens at once for a person who is signed in, and asks another to sign in", arguments: [true, false])
  func opens(isSignedIn: Bool) async throws {
    let window = try await Person.test(.club(isSignedIn: isSignedIn)).window()
    let frame = try await window.perform(.open(members))
    #expect((frame.route == members) == isSignedIn && (frame.dialog == nil) == isSignedIn)
  }

  @Test("is shown again after a restart to a person who is signed in, and to nobody else", arguments: [true, false])
  func restored(isSignedIn: Bool) async throws {
    let folder = TestFolder()
    for isRestart in [false, true] {
      let person = try await Person.test(.club(isSignedIn: !isRestart || isSignedIn), home: .folder(folder.path))
      let window = await person.window()
      if isRestart {
        #expect(window.frames.value.route == (isSignedIn ? members : Route(["hall"])))
        #expect(window.frames.value.dialog == nil)
      } else {
        try await window.perform(.open(members))
      }
      await window.close()
      await person.close()
    }
  }
}
