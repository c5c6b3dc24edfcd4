/// The measures common to all products. Type sizes are in rem, so that they follow the reader's setting; the rest is in
/// CSS pixels.
public enum Measures {
  /// Sizes of type, in rem.
  public enum Text {
    public static let body = 1.0
    public static let small = 0.875
    public static let line = 1.5
    public static let headingLine = 1.2
    /// From the screen title to the smallest heading: 32, 24, 20 and 18 pixels.
    public static let headings = [2.0, 1.5, 1.25, 1.125]
    /// The main figure of a screen: 56 pixels.
    public static let number = 3.5
    /// Maximum number of characters in a line.
    public static let width = 70
    public static let bodyPixels = 16.0
    /// The text scale up to which nothing may be lost.
    public static let greatestScale = 2.0
  }

  public enum Space {
    public static let step = 4.0
    public static let insideGroup = 8.0
    public static let insideCard = 16.0
    public static let betweenCards = 24.0
  }

  public enum Shape {
    public static let card = 16.0
    public static let hairline = 1.0
    public static let focus = 2.0
    public static let icon = 24.0
  }

  public enum Target {
    /// The specifications ask for 44.
    public static let least = 48.0
    public static let apart = 8.0
  }

  public enum Width {
    /// The width from which the tabs become a rail at the left and cards stand in two or three columns.
    public static let breakpoint = 840.0
    /// The narrowest screen on which nothing scrolls sideways, at 200 % text.
    public static let least = 320.0
  }

  /// Durations of animations; under reduced motion there are none.
  public enum Motion {
    public static let quick = Duration.milliseconds(150)
    public static let calm = Duration.milliseconds(250)
    /// Operations longer than this show progress.
    public static let waiting = Duration.milliseconds(300)
  }
}
