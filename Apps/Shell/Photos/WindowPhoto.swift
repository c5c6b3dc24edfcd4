internal import Interface
package import Kernel
internal import Platform

// Requests of features for a photo from the person at this window.
extension Window {
  /// The time a person may take to choose a photo, in seconds.
  private static let patience = TimeInterval(600)

  /// Requests a photo from the front end and waits for the answer; nil when the person cancels. A result of one byte
  /// more than `most` means that the photo is too large.
  package func photo(atMost most: Int) async throws(Problem) -> [UInt8]? {
    let ask = nextPhotoAsk(atMost: most)
    let alarm = context.time.alarm(at: context.time.now().date.addingTimeInterval(Window.patience))
    say(.photoAsked(id: ask.number))
    switch await ask.answer(orAt: alarm) {
    case .taken(let bytes): return bytes
    case .calledOff: return nil
    case .late:
      throw Problem(
        "photo-late", "No photo came for ten minutes, so it is not waited for any more.",
        safe: "What you typed is still here.", remedy: "Choose the photo again.")
    }
  }

  /// Ends the requests to the front end that wait for an answer.
  func callOffAsks() {
    photoAsk?.give(.calledOff)
    speech.close()
  }

  /// Returns the open request. The screen may show the file field a moment before the request is made.
  private func openAsk() async -> PhotoAsk? {
    if photoAsk?.isOpen != true, show().frame.wantsFile {
      let ear = outlets.listen()
      await withTaskGroup(of: Void.self) { group in
        group.addTask { for await heard in ear { if case .said(.photoAsked) = heard.news { return } } }
        group.addTask { try? await Task.sleep(for: .seconds(2)) }
        await group.next()
        group.cancelAll()
      }
    }
    return photoAsk.flatMap { $0.isOpen ? $0 : nil }
  }

  /// Answers the open request, and returns when the screen shows it.
  func hand(_ answer: Command.PhotoAnswer, to number: Int?) async throws(Problem) {
    guard let ask = await openAsk(), number.map({ $0 == ask.number }) ?? true else {
      throw Problem(
        "no-photo-asked", "No photo is waited for here, or not any more.", safe: "Nothing was changed.",
        remedy: "Begin with the button that takes or chooses a photo.")
    }
    switch answer {
    case .bytes(let bytes): ask.give(.taken(Array(bytes.prefix(ask.most + 1))))
    case .file(let path): ask.give(.taken(try PhotoFile.bytes(of: path, most: ask.most)))
    case .none: ask.give(.calledOff)
    }
    // Settling does not wait for a photo request.
    await shows { !$0.wantsFile }
  }
}

extension Frame {
  fileprivate var wantsFile: Bool { everything.contains { $0.actions.contains(.attach) } }
}
