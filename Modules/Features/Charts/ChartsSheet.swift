public import Interface
internal import Kernel

// The dialog of an export.
extension ChartsState {
  public var dialog: Node<ChartsAction>? {
    guard let export else { return nil }
    if case .notHanded(_, let way, let problem) = export.stage, problem.code == Delivery.permissionCode {
      return permission(way, problem)
    }
    return .sheet(
      "Export \(subject.title)", id: "exporting", [formats(export)] + standing(export), dismiss: .closeExport)
  }

  private func formats(_ export: Export) -> Node<ChartsAction> {
    .choice(
      "As", id: "format", ChartFormat.allCases.map { (id: $0.rawValue, title: $0.title) },
      selected: export.format.rawValue
    ) { .choose(ChartFormat(rawValue: $0) ?? .png) }
  }

  private func standing(_ export: Export) -> [Node<ChartsAction>] {
    let ways: [Node<ChartsAction>] = [
      .button("Save", id: "save", icon: .save, isProminent: true, does: .hand(.save)),
      .button("Share", id: "share", icon: .share, does: .hand(.share)),
    ]
    switch export.stage {
    case .drawing: return [.progress("Drawing the chart", id: "drawing")]
    case .ready(let file): return [.note("\(file.name) is ready.", id: "stands"), .group(id: "ways", ways)]
    case .handing(let file, let way):
      return [
        .progress("\(way == .save ? "Saving" : "Sharing") \(file.name)", id: "handing"),
        .button("Stop waiting", id: "stop", icon: .close, does: .stopHanding),
      ]
    case .handed(_, let asked, let done, let name):
      let words =
        switch (asked, done) {
        case (_, .share): "\(name) was shared."
        case (.save, .save): "\(name) was saved."
        case (.share, .save): "Files cannot be shared from here, so \(name) was saved."
        }
      return [
        Node.note(words, tone: .success, icon: .success, id: "stands")
          .with { $0.live = .polite },
        .group(id: "ways", ways),
      ]
    case .notDrawn(let problem):
      let again = Node<ChartsAction>.button("Try again", id: "again", icon: .refresh, does: .choose(export.format))
      return [.notice(problem.sentence, id: "problem", tone: .warning, icon: .warning, [again])]
    case .notHanded(_, _, let problem):
      return [
        .problem(problem), .group(id: "ways", ways),
      ]
    }
  }

  private func permission(_ way: Delivery.Way, _ problem: Problem) -> Node<ChartsAction> {
    .dialog(
      "Unable to save chart. Check storage permissions?", id: "permission",
      [.text(problem.sentence, id: "words")],
      buttons: [
        .button("Cancel", id: "cancel", does: .closeExport),
        .button("Try again", id: "again", icon: .refresh, does: .hand(way)),
      ], dismiss: .closeExport, isAlert: true)
  }
}
