public import Interface

/// What is wrong with a screen for somebody who hears it, enlarges it, or uses it with a switch. Decided from what the
/// screen says of itself and from the measures and colours that every face shares; no face is run.
public enum Audit {
  /// Holds every rule that can be seen in one frame against it, in the schemes that its appearance allows.
  public static func findings(
    of frame: Frame, theme: Theme, targets: TargetSizes = .usual
  ) -> [Finding] {
    let scene = Scene(frame, targets)
    let schemes = Scheme.allCases.filter { $0 == frame.appearance.scheme.scheme(on: $0) }
    let found =
      schemes.flatMap { scene.contrasts(in: theme, $0) } + scene.signs + scene.touch + scene.names + scene.words
      + scene.standing + scene.structure + scene.way + scene.front + scene.entering
    var seen: Set<Finding> = []
    return found.filter { seen.insert($0).inserted }
  }

  /// The same for what a feature shows, without a shell: in both schemes, at 100 and 200 %.
  public static func findings<Action>(
    of screen: Screen<Action>, theme: Theme, targets: TargetSizes = .usual
  ) -> [Finding] {
    var seen: Set<Finding> = []
    return [100, Appearance.textSizes.upperBound].flatMap { size in
      let frame = Frame(
        product: theme.id, profile: "me", route: screen.route, title: screen.title,
        appearance: Appearance(theme: theme.id, textSize: size), chrome: [], nodes: screen.nodes.map(\.element),
        dialog: screen.dialog?.element)
      return findings(of: frame, theme: theme, targets: targets)
    }
    .filter { seen.insert($0).inserted }
  }
}
