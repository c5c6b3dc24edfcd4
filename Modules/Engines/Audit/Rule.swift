/// One requirement on every screen. Raw values are permanent, since reports and scripts rely on them.
public enum Rule: String, Sendable, Hashable, Codable, CaseIterable {
  // Perception.
  case textContrast = "text-contrast"
  case shapeContrast = "shape-contrast"
  case colourAlone = "colour-alone"
  case chartColour = "chart-colour"
  case badgeWords = "badge-words"
  case loss

  // Targets and gestures.
  case targetSize = "target-size"
  case targetSpacing = "target-spacing"
  case nested
  case gesture
  case drag
  case timeLimit = "time-limit"

  // Names.
  case name
  case emptyName = "empty-name"
  case sameName = "same-name"
  case labelInName = "label-in-name"
  case pictureText = "picture-text"
  case brevity

  // Roles and states.
  case passiveRole = "passive-role"
  case dead
  case state
  case range
  case sets
  case oneChosen = "one-chosen"
  case table
  case live
  case duplicateID = "duplicate-id"
  case idForm = "id-form"

  // Navigation.
  case title
  case oneHeading = "one-heading"
  case headingOrder = "heading-order"
  case headingWords = "heading-words"
  case headingFirst = "heading-first"
  case focusOrder = "focus-order"
  case steadyBars = "steady-bars"

  // Dialogs.
  case behindDialog = "behind-dialog"
  case dialogName = "dialog-name"
  case wayOut = "way-out"
  case safeFirst = "safe-first"
  case confirmation

  // Input.
  case purpose
  case requiredSaid = "required-said"
  case complaint
  case reason

  /// The success criterion of WCAG 2.2 that it checks.
  public var criterion: String { about.criterion }
  /// The requirement in a few words.
  public var title: String { about.title }
  /// The remedy for a violation.
  public var remedy: String { about.remedy }

  private struct About {
    let criterion: String
    let title: String
    let remedy: String

    init(_ criterion: String, _ title: String, _ remedy: String) {
      self.criterion = criterion
      self.title = title
      self.remedy = remedy
    }
  }

  private var about: About {
    switch self {
    case .textContrast:
      About("1.4.3", "Text is read on its ground", "Choose a token of the theme that differs more from the ground.")
    case .shapeContrast:
      About("1.4.11", "Borders, icons and the focus are seen", "Choose a token that differs from the ground by 3 to 1.")
    case .colourAlone:
      About("1.4.1", "Colour never says something alone", "Say it in a word, or give it an icon, beside the colour.")
    case .chartColour:
      About(
        "1.4.1", "Lines of a chart are told apart without colour", "Give each a dash or a point shape of its own.")
    case .badgeWords:
      About("1.4.1", "A mark says what it means", "Put the words for the badge into the value: “3 new”, “update due”.")
    case .loss:
      About(
        "1.4.4", "Nothing is lost at 200 %, in the dark, or without motion",
        "Show the same nodes whatever the text size, scheme and motion.")
    case .targetSize:
      About("2.5.5", "What is tapped is large enough", "Give it 48 pixels, and 44 only as a declared exception.")
    case .targetSpacing:
      About("2.5.8", "What is tapped stands apart", "Leave 8 pixels between one target and the next.")
    case .nested:
      About(
        "4.1.2", "No control stands inside another", "Put the inner control beside the outer one, or into its menu.")
    case .gesture:
      About(
        "2.5.1", "A gesture is never the only way", "Put a button for each gesture into the node, as a carousel does.")
    case .drag:
      About("2.5.7", "What is dragged can be stepped", "Build it with `.slider`, which brings the two buttons along.")
    case .timeLimit:
      About("2.2.1", "A time limit can be stopped or extended", "Put a button into the timer that ends or extends it.")
    case .name:
      About("4.1.2", "Everything that is used or heard has a name", "Give the node a label.")
    case .emptyName:
      About("2.4.6", "A name says something", "Name what it does or is, in words: “Delete the note”, not “Here”.")
    case .sameName:
      About(
        "2.4.4", "Two things of one name do the same", "Say in the label what each belongs to: “More for Breakfast”.")
    case .labelInName:
      About("2.5.3", "The words in sight are in the name", "Use the same words for what is shown and what is said.")
    case .pictureText:
      About("1.1.1", "Pictures and charts have a text", "Give a picture an alternative, and a chart its sentence.")
    case .brevity:
      About("3.1.5", "A label is short", "Keep the label under 70 words, and put the rest into a paragraph of its own.")
    case .passiveRole:
      About("4.1.2", "What can be pressed says so", "Use a button, a link, a row or a card for what can be activated.")
    case .dead:
      About("2.1.1", "What looks usable can be used", "Give the control what it does, or disable it and say why.")
    case .state:
      About("4.1.2", "A control says how it stands", "Set its check, and a value that says the same as the state.")
    case .range:
      About("4.1.2", "A number lies in its range and is said", "Give a number within its limits, and a value in words.")
    case .sets:
      About("1.3.1", "“2 of 5” counts right", "Number what belongs together from one, with one size for all.")
    case .oneChosen:
      About("4.1.2", "Of several, one is chosen", "Mark exactly one tab, and at most one place, option or step.")
    case .table:
      About(
        "1.3.1", "Every cell has its heading", "Build it with `.table` or `.calendar`: a row of column headers first.")
    case .live:
      About("4.1.3", "News is read out", "Set `live`: assertive for an alert, polite for a status or a log.")
    case .duplicateID:
      About("4.1.2", "An identifier names one node", "Give siblings of the same label identifiers of their own.")
    case .idForm:
      About(
        "4.1.2", "Identifiers follow the tree", "Let Screen and Chrome put the tree together; they prefix the parent's."
      )
    case .title:
      About("2.4.2", "The screen has a title", "Give the screen a title in words.")
    case .oneHeading:
      About("1.3.1", "One heading names the screen", "Begin the screen with one heading of level 1, and use no second.")
    case .headingOrder:
      About("1.3.1", "No level of heading is skipped", "Go down one level at a time; a dialog begins at level 2.")
    case .headingWords:
      About("2.4.6", "A heading says something", "Give the heading words, or take it out.")
    case .headingFirst:
      About("2.4.3", "The heading comes before what it heads", "Put the heading of level 1 before the first control.")
    case .focusOrder:
      About("2.4.3", "The focus moves as one reads", "Put what is counted into the order in which it is counted.")
    case .steadyBars:
      About("3.2.3", "Bars keep their order on every screen", "Build the bars in one place, in one order.")
    case .behindDialog:
      About("2.4.3", "Nothing behind a dialog is in reach", "Hand it to the screen as its dialog, not among its nodes.")
    case .dialogName:
      About("4.1.2", "A dialog is named by its heading", "Build it with `.dialog` or `.sheet`, which do so.")
    case .wayOut:
      About("2.1.2", "A dialog can be left", "Give it `dismiss` and a button that closes it.")
    case .safeFirst:
      About(
        "3.3.4", "The first button of a dialog is the safe one",
        "Put Cancel first, and let nothing that destroys stand out.")
    case .confirmation:
      About("3.3.4", "What destroys asks first", "Answer the tap with a dialog, and do nothing until it is confirmed.")
    case .purpose:
      About("1.3.5", "A field says what it is for", "Set `purpose`, so that a phone can fill it in.")
    case .requiredSaid:
      About("3.3.2", "What is required is said", "Set `isRequired` instead of a star, and faces say it in words.")
    case .complaint:
      About("3.3.1", "A complaint is a sentence", "Say what is wrong and what to do, as a sentence.")
    case .reason:
      About("3.3.2", "What cannot be used says why", "Give the reason as the hint, as `.disabledButton` does.")
    }
  }
}
