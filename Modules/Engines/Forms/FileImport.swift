internal import Files
public import Interface
public import Kernel

/// The import of a file in one window: the path as typed, the file that is being read, and the preview of its contents.
public struct FileImport<Preview: Sendable & Equatable>: Sendable, Equatable {
  public enum Phase: Sendable, Equatable {
    case choosing
    case reading
    /// The file is read, and the person looks at what is in it.
    case asking(Preview)
    case saving
  }

  public internal(set) var phase = Phase.choosing
  public internal(set) var path = ""
  public internal(set) var isPathMissing = false
  /// Whether entries that are stored already are imported too.
  public internal(set) var includesKnown = false
  /// The reason why the last file was not imported.
  public internal(set) var problem: Problem?
  /// The name of the file.
  public internal(set) var file = "the file"
  /// The path of an uploaded file, until it is read.
  var handed: String?

  public init() {}
}

/// The person's actions with an import.
public enum FileImportAction: Sendable, Equatable {
  case type(String)
  case readTyped
  /// Reads an uploaded file, which stays at `path` until it is read.
  case hand(path: String, name: String)
  /// Imports what is stored already too, or leaves it out.
  case includeKnown(Bool)
  case confirm
  case cancel
  /// Takes the last import back.
  case undo
  case dismissProblem
}

/// An event of an import that a feature passes on.
public enum FileImportEvent: Sendable, Equatable {
  /// For the person at one window.
  case told(Toast)
  /// The uploaded file is not needed any more.
  case readThrough(path: String)
}

/// The words of a sheet in which a file is chosen.
public struct FileImportWords: Sendable {
  let about: String
  let hint: String
  let example: String
  let saving: String

  /// - Parameters:
  ///   - about: What kind of file it takes, in a sentence or two.
  ///   - example: A path as an example.
  ///   - saving: The label while the contents are saved, such as "Saving your todos".
  public init(about: String, hint: String, example: String, saving: String) {
    (self.about, self.hint, self.example, self.saving) = (about, hint, example, saving)
  }
}

// MARK: - On screen

extension FileImport {
  /// Rows of each kind that a preview shows; the others are counted.
  public static var mostRows: Int { 20 }

  /// The notice of a problem, which can be dismissed.
  public func notice<Action>(does: (FileImportAction) -> Action) -> Node<Action>? {
    problem.map {
      .problem($0, dismiss: does(.dismissProblem))
    }
  }

  /// The way to choose a file, the progress, or the preview.
  public func nodes<Action>(
    _ words: FileImportWords, does: @escaping @Sendable (FileImportAction) -> Action,
    preview: (Preview) -> [Node<Action>]
  ) -> [Node<Action>] {
    switch phase {
    case .choosing: choosing(words, does)
    case .reading: [.progress("Reading \(file)", id: "progress")]
    case .asking(let found): preview(found)
    case .saving: [.progress(words.saving, id: "progress")]
    }
  }

  private func choosing<Action>(
    _ words: FileImportWords, _ does: @escaping @Sendable (FileImportAction) -> Action
  ) -> [Node<Action>] {
    [
      .text("\(words.about) You see what is in it before anything is stored.", id: "about"),
      .handover("Choose a file", id: "file", hint: words.hint) { does(.hand(path: $0, name: $1)) },
      .field(
        "Path on this machine", id: "path", holds: path, draft: { does(.type($0)) }, commit: { does(.type($0)) }
      ) { field in
        field.example = words.example
        field.hint = "Instead of choosing a file: its full path on the machine that runs this app."
        field.longest = ReadableFile.longestPath
        field.invalid =
          isPathMissing ? "Choose a file above, or enter a path here, such as \(words.example)." : nil
      },
      .button("Read file", id: "read", icon: .forward, isProminent: true, does: does(.readTyped)),
    ]
  }

  /// The buttons below a preview. `what` counts what is imported, such as "3 todos"; nil when nothing is.
  public func ways<Action>(_ what: String?, does: (FileImportAction) -> Action) -> Node<Action> {
    .group(
      id: "ways",
      [
        what.map {
          .button("Import \($0)", id: "import", icon: .save, isProminent: true, does: does(.confirm))
        } ?? .disabledButton("Import", id: "import", icon: .save, because: "Nothing in this file is new."),
        .button("Cancel import", id: "cancel", icon: .close, does: does(.cancel)),
      ])
  }

  /// A section of a preview with the first rows of `count`; nil when there are none.
  public static func section<Action>(
    _ title: String, id: String, _ rows: [Node<Action>], of count: Int
  ) -> Node<Action>? {
    guard count > 0 else { return nil }
    let more = count - rows.count
    return .section(
      title, id: id, [.list(title, id: "rows", rows + (more > 0 ? [.row("And \(more) more", id: "more")] : []))])
  }
}
