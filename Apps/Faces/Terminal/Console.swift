internal import Accessibility
internal import Commands
internal import Interface
public import Kernel
public import Shell

/// A console: prints screens with a number for every action, and carries out the lines that are typed.
public actor Console {
  public typealias Opening = @Sendable (Product) async throws(Problem) -> any AnyWindow

  /// The reason why a console ended.
  public enum End: Sendable, Hashable {
    case quit, endOfInput, interrupted
  }

  let surface: @Sendable () -> Surface
  let opening: Opening
  let write: @Sendable (String) -> Void
  let conceal: @Sendable (Bool) -> Void
  let frontPage: FrontPage

  /// The windows opened so far. A product keeps its state while others are used.
  var windows: [Product.ID: any AnyWindow] = [:]
  var open: Open?
  var listening: [Task<Void, Never>] = []
  /// The folder in which files are saved.
  let folder: String
  /// Files to be saved once the command under way has ended.
  var offers: [FileOffer] = []
  /// Paths and addresses that were not told yet, each with its words.
  var places: [String] = []
  var saving: Task<Void, Never>?
  /// True while a command runs: intermediate frames are not printed, its result is.
  var isBusy = false
  /// Messages to print after the screen.
  var remarks: [String] = []
  var screen = ConsoleScreen()
  var editor = LineEditor()
  var row = EditRow()
  /// True while the cursor stands behind a prompt.
  var isPrompted = false
  /// The field for which the next line is the content. It is not shown.
  var asked: Element?
  let opensPages: Bool
  /// The address to which the person's browser returns; nil before a window needs it.
  var browserReturn: BrowserReturn?
  var visiting: Visiting?

  struct Open {
    let product: Product
    let window: any AnyWindow
    /// The frame on screen, to which the numbers refer.
    var shown: Frame
    var numbering = Numbering()
    var choices = Choices.none
    var voice = VoiceControl()
    /// The position of the switches; nil while nothing is scanned.
    var scan: SwitchScan?
  }

  /// `folder` is where files that a product hands out are saved. `conceal` hides and shows the lines that a terminal
  /// echoes itself. With `opensPages`, pages such as a provider's are opened in the person's own browser, which returns to
  /// a port of this machine.
  public init(
    products: [Product], on surface: @escaping @Sendable () -> Surface, savingIn folder: String,
    opensPages: Bool = false, opening: @escaping Opening, conceal: @escaping @Sendable (Bool) -> Void = { _ in },
    write: @escaping @Sendable (String) -> Void
  ) {
    self.conceal = conceal
    self.opensPages = opensPages
    self.folder = folder
    frontPage = FrontPage(products: products)
    self.surface = surface
    self.opening = opening
    self.write = write
  }

  /// Runs until the user quits or the input ends. Without a product it starts with the page to choose one.
  @discardableResult
  public func run(_ lines: some AsyncSequence<Typed, Never> & Sendable, in product: Product? = nil)
    async throws(Problem) -> End
  {
    do throws(Problem) {
      if let product { try await enter(product) } else { showFrontPage() }
    } catch {
      stopListening()
      throw error
    }
    let end = await take(all: lines)
    stopListening()
    await endVisit()
    return end
  }

  private func take(all lines: some AsyncSequence<Typed, Never> & Sendable) async -> End {
    flush()
    for await typed in lines {
      if let end = await take(typed) {
        if end != .quit, surface().isInteractive { write("\n") }
        return end
      }
      if Task.isCancelled { return .endOfInput }
    }
    // Ends the prompt's line, so that later output starts on a new one.
    if surface().isInteractive { write("\n") }
    return .endOfInput
  }

  // MARK: Output

  func show(_ frame: Frame, fromTop: Bool = false) {
    guard var open else { return }
    let isSame = open.shown.route == frame.route && open.shown.dialog?.id == frame.dialog?.id
    open.shown = frame
    open.choices = open.numbering.choices(in: frame)
    self.open = open
    let page = page(of: open.product)
    let parts = page.parts(of: frame, open.choices)
    screen.show(
      page.rows(of: parts.screen), news: page.rows(of: parts.news), bar: page.rows(of: parts.below),
      keys: page.rows(of: page.hint(ConsoleWords.keys)), keepingPlace: isSame && !fromTop)
  }

  func showFrontPage() {
    let surface = surface()
    let page = frontPage.plain(surface)
    screen.show(frontPage.rows(on: surface), keys: page.rows(of: page.hint(ConsoleWords.firstKeys)))
  }

  /// Lays the screen out again, for another width. Where screens follow one another it need not be printed.
  func layOut(isPrinted: Bool = true) {
    if let open { show(open.shown) } else { showFrontPage() }
    if isPrinted { return }
    screen.settle()
    prompt()
  }

  func page(of product: Product) -> FrameText {
    let surface = surface()
    // The user's setting takes precedence over the terminal's background.
    let appearance = open?.shown.appearance ?? Appearance()
    let colours = surface.scheme.map {
      product.theme.tokens(for: appearance.scheme.scheme(on: $0), appearance.contrast)
    }
    return FrameText(width: surface.width, colours: colours, depth: surface.depth, isNumbered: true)
  }

  var page: FrameText { open.map { page(of: $0.product) } ?? frontPage.plain(surface()) }

  func tellRemarks() {
    for remark in remarks { say(remark) }
    // On one line each, whatever its length, so that a path or an address can be copied.
    for place in places { screen.say(whole: "  \(place.harmless)", width: surface().width) }
    (remarks, places) = ([], [])
  }

  /// Says something. A line break in it is shown as a picture, since its words may be those of a user or a server.
  func say(_ sentences: String) {
    let page = page
    screen.say(page.rows(of: page.set(ScreenLine(sentences).wrapped(to: page.inner))))
  }

  /// Writes what is new, and the prompt behind it.
  func flush(prompting: Bool = true) {
    let surface = surface()
    if let text = screen.output(on: surface, page) {
      if isPrompted, !surface.acceptsEscapes {
        write(surface.editsLines ? row.erased() : text.hasPrefix("\n") ? "" : "\n")
      }
      row.leave()
      isPrompted = false
      write(text)
    }
    if prompting, !isPrompted { prompt() }
  }
}
