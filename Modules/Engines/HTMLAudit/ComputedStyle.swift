/// The properties of an element that decide what is seen and heard of it, as far as a page without its outer style sheets
/// says so.
struct ComputedStyle: Sendable {
  enum Letters: Sendable {
    case asWritten, upper, lower, capital
  }

  var isDisplayed = true
  /// A rule that could not be read decides whether it is hidden.
  var isHidingUnsure = false
  /// A rule that could not be read, or an animation, decides what it looks like.
  var isLookUnsure = false
  /// Begins a line of its own, or stands apart from what is beside it.
  var isBlock = false
  /// Its children stand apart from one another.
  var setsChildrenApart = false
  var isVisible = true
  var colour: CSSColour? = .black
  /// Nil when it cannot be read.
  var background: CSSColour? = .transparent
  var hasPicture = false
  var hasTextShadow = false
  /// Taken out of the flow, so that its ground is not that of its parent.
  var isPlaced = false
  var opacity = 1.0
  var fontSize = 16.0
  /// The size and the weight of the text are known.
  var isSizeKnown = true
  var isBold = false
  /// Cut to nothing, or outside the page: heard, and not seen.
  var isOffScreen = false
  /// Nothing is seen although it is laid out: no size, or no opacity.
  var isClipped = false
  var scrolls = false
  var letters = Letters.asWritten
  /// The page names a colour for the text.
  var isColoured = false
  /// Drawn in the dark colours of the browser, whatever the system asks for.
  var isDark = false

  static let sizes: [String: Double] = [
    "xx-small": 9, "x-small": 10, "small": 13, "medium": 16, "large": 18, "x-large": 24, "xx-large": 32,
    "xxx-large": 48,
  ]
}
