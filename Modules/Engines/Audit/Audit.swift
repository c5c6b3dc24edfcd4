public import Interface

/// Checks screens for accessibility faults. The input is the screen's own description and the measures and colours that
/// all faces share; no face is run.
public enum Audit {
  /// Checks one frame against every rule that needs no other frame, in the schemes that its appearance allows.
  public static func findings(
    of frame: Frame, theme: Theme, targets: TargetSizes = .usual
  ) -> [Finding] {
    let scene = AuditScene(frame, targets)
    let schemes = Scheme.allCases.filter { $0 == frame.appearance.scheme.scheme(on: $0) }
    let found =
      schemes.flatMap { scene.contrasts(in: theme, $0) } + scene.signs + scene.touch + scene.names + scene.words
      + scene.standing + scene.structure + scene.way + scene.front + scene.entering
    var seen: Set<Finding> = []
    return found.filter { seen.insert($0).inserted }
  }

  /// Checks a feature's screen without a shell, in both schemes, at 100 and 200 %.
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
