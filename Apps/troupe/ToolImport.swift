internal import Commands
internal import FoundationEssentials
internal import Interface
internal import Kernel
internal import Shell

extension Tools {
  static let importing = Tool(
    name: "import", summary: "a device's export, without a window", operands: "FILE", options: ProfileOpening.options,
    details: """
      Takes Apple Health's export.zip or export.xml into yHealth's days, as the screen at /connect does: the same file twice
      changes nothing. How far it is goes to standard error, what it brought to standard output. Ctrl-C stops it while the
      file is read, and then nothing of it is imported. The data is sent to the server when the profile next syncs.
      """,
    run: { given throws(Problem) in
      guard let path = given.operands.first, given.operands.count == 1 else {
        throw .usage("`troupe import` takes one file.", help: "import")
      }
      let product = try ProfileOpening.product(given)
      guard product.places.contains(where: { $0.pattern.matches(Importing.place) }) else {
        throw .usage("\(product.name) cannot import a device's export; yhealth can.", help: "import")
      }
      let whole = path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
      return try await RunSettings.use(given) { setting throws(Problem) in
        let opened = try await OpenedWindow(ProfileOpening.entrance(product, given, in: setting))
        let (told, stop) = AsyncStream.makeStream(of: Void.self)
        let hearing = Stop { stop.yield() }
        let answer = await Importing(opened.pane).run(whole, stoppedBy: told)
        withExtendedLifetime(hearing) {}
        await opened.close()
        Output.lines(try answer.get().split(separator: "\n").map(String.init))
        return 0
      }
    })
}

/// Runs an import through the screens of a window, as a person would.
private struct Importing: Sendable {
  /// The progress of the import as shown on screen.
  private enum Standing: Sendable, Equatable {
    /// Not started, or the screen is not loaded yet.
    case still
    case underWay(String)
    case failed(String)
    case done(String)
  }

  static let place = Route(["connect"])
  /// Identifier of the section for this kind of file.
  private static let section = "apple-health-export"
  private static let path = "\(section).path"

  private let pane: any AnyWindow

  init(_ pane: any AnyWindow) { self.pane = pane }

  /// Imports the file and returns a summary.
  func run(_ path: String, stoppedBy stops: AsyncStream<Void>) async -> Result<String, Problem> {
    do throws(Problem) {
      try await pane.perform(.open(Importing.place))
      try await pane.perform(.wait(.id(Importing.path), seconds: 30))
      try await pane.perform(.type(.id(Importing.path), path))
      let frames = pane.frames.listen()
      let first = try await pane.perform(.tap(.label("Import")))
      let (pane, isStopped) = (pane, Locked(false))
      let stopping = Task {
        for await _ in stops {
          // Cancelling is not possible once records are being saved; the import then completes.
          guard (try? await pane.perform(.tap(.label("Cancel")))) != nil else { continue }
          isStopped.withLock { $0 = true }
        }
      }
      let standing = await follow(first, frames)
      stopping.cancel()
      await stopping.value
      switch standing {
      case .failed(let words): return .failure(Problem("not-imported", words, remedy: "See `troupe help import`."))
      case .done(let words) where !isStopped.withLock({ $0 }): return .success(words)
      case .done, .still, .underWay:
        return .failure(
          Problem(
            "stopped", "The import was stopped.", safe: "Nothing was imported from the file.",
            remedy: "Run it again at any time."))
      }
    } catch {
      return .failure(error)
    }
  }

  /// Prints progress until the import has ended.
  private func follow(_ first: Frame, _ frames: some AsyncSequence<Frame, Never>) async -> Standing {
    var standing = Importing.standing(of: first)
    var teller = Teller()
    teller.tell(standing)
    guard case .underWay = standing else { return standing }
    for await frame in frames {
      standing = Importing.standing(of: frame)
      teller.tell(standing)
      if case .underWay = standing { continue }
      break
    }
    return standing
  }

  private static func standing(of frame: Frame) -> Standing {
    let found = frame.nodes.flatMap(\.all).first { $0.id.hasSuffix(section) }
    let nodes = found?.all ?? []
    func part(_ id: String) -> Element? { nodes.first { $0.id == id || $0.id.hasSuffix(".\(id)") } }
    if let progress = part("progress") {
      return .underWay("\(progress.label)\(part("far").map { ": \($0.label)" } ?? "")")
    }
    if let problem = part("problem") { return .failed(problem.label) }
    return part("came").flatMap(\.value).map { .done($0) } ?? .still
  }

  /// Prints progress at a readable rate.
  private struct Teller {
    private var last: (words: String, at: ContinuousClock.Instant)?

    mutating func tell(_ standing: Standing) {
      guard case .underWay(let words) = standing else { return }
      if let last, last.words == words || ContinuousClock.now - last.at < .seconds(1) { return }
      last = (words, .now)
      Output.remark(words)
    }
  }
}
