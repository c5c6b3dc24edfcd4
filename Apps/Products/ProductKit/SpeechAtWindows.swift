package import Conversation
internal import Kernel
internal import Permissions
package import Shell

extension SpeechPort {
  /// Speech by the front ends of a person's windows.
  ///
  /// - Parameter language: The language that the product understands, such as "en".
  package init(_ windows: OpenWindows, in language: String = "en") {
    self.init(
      standing: { windows[$0]?.microphone ?? .unavailable },
      ask: { id throws(Problem) in
        guard let window = windows[id] else { return .unavailable }
        return try await window.askForMicrophone()
      },
      listen: { id, partial throws(Problem) in
        guard let window = windows[id] else { return "" }
        return try await window.listen(in: language, partial: partial)
      }, stop: { await windows[$0]?.stopListening() }, cancel: { await windows[$0]?.cancelListening() })
    opensSettings = { windows[$0]?.opensMicrophoneSettings == true }
    openSettings = { await windows[$0]?.openMicrophoneSettings() }
    readers = {
      .relaying(keeping: .bufferingNewest(1)) { report in
        for await readers in windows.readingAloud.listen() { report(Heard(readers)) }
      }
    }
    read = { await windows[$0]?.read(aloud: $1) }
  }
}
