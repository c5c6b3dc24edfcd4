internal import Interface
public import Kernel
public import Shell

/// A line-based console: prints screens with a number for every action, and carries out what is typed.
public actor Console {
  public typealias Opening = @Sendable (Product) async throws(Problem) -> any AnyWindow

  private let surface: @Sendable () -> Surface
  private let opening: Opening
  private let write: @Sendable (String) -> Void
  private let frontPage: FrontPage

  /// The windows opened so far. A product keeps its state while others are used.
  private var windows: [Product.ID: any AnyWindow] = [:]
  private var open: Open?
  private var listening: [Task<Void, Never>] = []
  /// True while a command runs: intermediate frames are not printed, its result is.
  private var isBusy = false
  /// Messages to print after the screen.
  private var remarks: [String] = []

  private struct Open {
    let product: Product
    let window: any AnyWindow
    /// The frame on screen, to which the numbers refer.
    var shown: Frame
  }

  public init(
    products: [Product], on surface: @escaping @Sendable () -> Surface, opening: @escaping Opening,
    write: @escaping @Sendable (String) -> Void
  ) {
    frontPage = FrontPage(products: products)
    self.surface = surface
    self.opening = opening
    self.write = write
  }

  /// Runs until the user quits or the input ends. Without a product it starts with the page to choose one.
  public func run(_ lines: some AsyncSequence<Typed, Never> & Sendable, in product: Product? = nil)
    async throws(Problem)
  {
    defer { stopListening() }
    if let product { try await enter(product) } else { showFrontPage() }
    prompt()
    for await typed in lines {
      guard await take(typed), !Task.isCancelled else { return }
      prompt()
    }
    // Ends the prompt's line, so that later output starts on a new one.
    if surface().isInteractive { write("\n") }
  }

  // MARK: Input handling

  /// Handles one line. Returns false when the user quits.
  private func take(_ typed: Typed) async -> Bool {
    switch typed {
    case .tooLong: say("That line was longer than \(Typed.longest) bytes and was left out whole. Write less at once.")
    case .notText: say("That line was not text and was left out. Lines are UTF-8.")
    case .line(let line):
      let order = TypedOrder(line)
      if order == .quit {
        say("Bye.")
        return false
      }
      isBusy = true
      if let open { await obey(order, line, in: open) } else { await choose(order, line) }
      isBusy = false
      tellRemarks()
      if let window = open?.window { changed(window) }
    }
    return true
  }

  /// Handles a line on the front page.
  private func choose(_ order: TypedOrder, _ line: String) async {
    if let product = frontPage.product(order) {
      do throws(Problem) { try await enter(product) } catch { say(error.sentence) }
      return
    }
    switch order {
    case .products, .again, .refresh: showFrontPage()
    case .help: say("Write the number or the name of a product to open it; q quits.")
    case .back: say("This is the first page. Write the number of a product, or q to quit.")
    default:
      let names = frontPage.products.map(\.name).joined(separator: ", ")
      say(
        "There is no “\(line.trimmingSpaces)” here. Write a number from 1 to \(frontPage.products.count), or one of "
          + "\(names); q quits.")
    }
  }

  private func obey(_ order: TypedOrder, _ line: String, in open: Open) async {
    let choices = Choices(in: open.shown)
    switch order {
    case .again: await perform(.screen, isShownAlways: true)
    case .refresh: await perform(.refresh, isShownAlways: true)
    case .back: await perform(.back)
    case .products: leaveProduct()
    case .help: say(ConsoleWords.help)
    case .search(let words): await search(words)
    case .number(let number, let words):
      guard let element = choices[number] else {
        say(ConsoleWords.noNumber(number, of: choices.elements.count))
        return
      }
      await run(ChoiceResult(element, number: number, words: words))
    case .words(let words):
      let named = choices.elements.enumerated().filter { $0.element.label.lowercased() == words.lowercased() }
      guard let first = named.first, named.count == 1 else {
        say(ConsoleWords.unknown(words, isAmbiguous: !named.isEmpty, choices: choices.elements.count))
        return
      }
      await run(ChoiceResult(first.element, number: first.offset + 1, words: nil))
    case .quit: break
    }
  }

  private func run(_ result: ChoiceResult) async {
    switch result {
    case .perform(let command): await perform(command)
    case .say(let sentence): say(sentence)
    }
  }

  // MARK: Commands

  private func perform(_ command: Command, isShownAlways: Bool = false) async {
    guard let open else { return }
    // A toast that was not printed and appears again counts as new.
    let before = open.window.frames.value
    do throws(Problem) {
      let frame = try await open.window.perform(command)
      if isShownAlways || frame != open.shown || before != open.shown {
        show(frame)
      } else if remarks.isEmpty {
        say("Nothing changed.")
      }
    } catch {
      say(error.sentence)
    }
  }

  private func search(_ words: String) async {
    guard let window = open?.window else { return }
    do throws(Problem) {
      let frame = try await window.perform(.open(Route(["search"])))
      let field = frame.inReach.first { $0.role == .searchbox && $0.actions.contains(.edit) }
      guard let field, frame.route.path == ["search"] else { return show(frame) }
      show(words.isEmpty && field.value ?? "" == "" ? frame : try await window.perform(.type(.id(field.id), words)))
    } catch {
      say(error.sentence)
    }
  }

  private func enter(_ product: Product) async throws(Problem) {
    let known = windows[product.id]
    let window: any AnyWindow
    if let known { window = known } else { window = try await opening(product) }
    stopListening()
    // If the window's process has ended, the next attempt opens a new window.
    windows[product.id] = nil
    // A product that was open before continues where it was.
    let frame = try await window.perform(known == nil ? .arrive : .screen)
    windows[product.id] = window
    open = Open(product: product, window: window, shown: frame)
    // Listens before printing the frame, so that no later change is missed.
    let frames = window.frames.listen()
    let outlets = window.outlets.listen()
    show(frame)
    listening = [
      Task { [weak self] in for await _ in frames { await self?.changed(window) } },
      Task { [weak self] in await outlets.hear { news in await self?.heard(news, from: window) } },
    ]
  }

  private func leaveProduct() {
    stopListening()
    open = nil
    showFrontPage()
  }

  private func stopListening() {
    for task in listening { task.cancel() }
    listening = []
  }

  // MARK: Window events

  private func changed(_ window: any AnyWindow) {
    guard !isBusy, let open, open.window === window else { return }
    let frame = window.frames.value
    guard frame != open.shown else { return }
    var faded = open.shown
    faded.toasts = []
    // The disappearance of a toast is not printed.
    guard frame != faded else { return }
    show(frame)
    prompt()
  }

  private func heard(_ news: News<Outlet>, from window: any AnyWindow) {
    guard open?.window === window else { return }
    switch news {
    case .said(.leave): remarks.append("This is the first screen; there is nothing before it. q quits.")
    case .said(.notification(let push)): remarks.append("Notification: \(push.title). \(push.body)")
    case .said(.problem(let problem)): remarks.append(problem.sentence)
    case .said(.photoAsked):
      remarks.append("A photo is asked for: write the number of its field and the path of a picture on this machine.")
    // Toasts are part of the screen; announcements and haptics have no equivalent here.
    case .said(.toast), .said(.announcement), .said(.haptic): return
    case .missed(let count): remarks.append("\(count) messages came too fast to be shown.")
    }
    guard !isBusy else { return }
    tellRemarks()
    prompt()
  }

  // MARK: Output

  private func show(_ frame: Frame) {
    guard let product = open?.product else { return }
    open?.shown = frame
    let page = page(of: product)
    turn(page.text(of: page.lines(of: frame) + [ScreenLine()] + page.hint(ConsoleWords.keys)))
  }

  private func showFrontPage() {
    let surface = surface()
    let page = frontPage.plain(surface)
    turn(frontPage.text(on: surface) + page.text(of: page.hint(ConsoleWords.firstKeys)))
  }

  private func page(of product: Product) -> FrameText {
    let surface = surface()
    // The user's setting takes precedence over the terminal's background.
    let choice = open?.shown.appearance.scheme ?? .system
    let colours = surface.scheme.map { product.theme.tokens(for: choice.scheme(on: $0)) }
    return FrameText(width: surface.width, colours: colours, isNumbered: true)
  }

  private func tellRemarks() {
    for remark in remarks { say(remark) }
    remarks = []
  }

  private func say(_ sentences: String) {
    let page = open.map { self.page(of: $0.product) } ?? frontPage.plain(surface())
    let lines = sentences.split(separator: "\n", omittingEmptySubsequences: false)
    write(page.text(of: page.set(lines.flatMap { ScreenLine(String($0)).wrapped(to: page.inner) })))
  }

  /// Starts a page: clears an interactive terminal, prints a blank line otherwise.
  private func turn(_ text: String) { write(surface().isInteractive ? "\u{1B}[H\u{1B}[2J\(text)" : "\n\(text)") }

  private func prompt() { if surface().isInteractive { write("> ") } }
}
