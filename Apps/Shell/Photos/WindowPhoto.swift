internal import FoundationEssentials
internal import Interface
package import Kernel

// A photo that a feature wants of the person before this window.
extension Window {
  /// How long a person may take to find one.
  private static let patience = TimeInterval(600)

  /// Asks the face, and waits until the person answers; nil when they call it off.
  /// One byte more than `most` says that it is too large.
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

  /// The screen may show a moment earlier that one is wanted than somebody asks for it.
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

  /// What the face has, or that the person called it off. Answers when the screen has taken it.
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
    // A question that a person may take any time to answer is nothing that settling waits for.
    await shows { !$0.wantsFile }
  }
}

extension Frame {
  fileprivate var wantsFile: Bool { everything.contains { $0.actions.contains(.attach) } }
}
