internal import Interface
public import Kernel
public import Shell

/// A product used by reading and typing lines: the screen, a number for everything that can be done, and what is typed.
public actor Console {
  public typealias Opening = @Sendable (Product) async throws(Problem) -> any AnyWindow

  private let surface: @Sendable () -> Surface
  private let opening: Opening
  private let write: @Sendable (String) -> Void
  private let frontPage: FrontPage

  /// Each product stays open, as it was left, while others are used.
  private var windows: [Product.ID: any AnyWindow] = [:]
  private var open: Open?
  private var listening: [Task<Void, Never>] = []
  /// While something is being done, what the window shows meanwhile is not told; its outcome is.
  private var isBusy = false
  /// What is to be said once the screen is shown.
  private var remarks: [String] = []

  private struct Open {
    let product: Product
    let window: any AnyWindow
    /// What the person has before their eyes, and the numbers mean.
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

  /// Until the person quits or there are no more lines. Without a product it begins with a page to choose one.
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
    // The prompt's line ends here, so that what comes next begins on its own.
    if surface().isInteractive { write("\n") }
  }

  // MARK: Coming in

  /// False when the person wants to leave.
  private func take(_ typed: Typed) async -> Bool {
    switch typed {
    case .tooLong: say("That line was longer than \(Typed.longest) bytes and was left out whole. Write less at once.")
    case .notText: say("That line was not text and was left out. Lines are UTF-8.")
    case .line(let line):
      let order = Order(line)
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

  /// On the front page.
  private func choose(_ order: Order, _ line: String) async {
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

  private func obey(_ order: Order, _ line: String, in open: Open) async {
    let choices = Choices(in: open.shown)
    switch order {
    case .again: await perform(.screen, isShownAlways: true)
    case .refresh: await perform(.refresh, isShownAlways: true)
    case .back: await perform(.back)
    case .products: leaveProduct()
    case .help: say(Words.help)
    case .search(let words): await search(words)
    case .number(let number, let words):
      guard let element = choices[number] else {
        say(Words.noNumber(number, of: choices.elements.count))
        return
      }
      await run(Deed(element, number: number, words: words))
    case .words(let words):
      let named = choices.elements.enumerated().filter { $0.element.label.lowercased() == words.lowercased() }
      guard let first = named.first, named.count == 1 else {
        say(Words.unknown(words, isAmbiguous: !named.isEmpty, choices: choices.elements.count))
        return
      }
      await run(Deed(first.element, number: first.offset + 1, words: nil))
    case .quit: break
    }
  }

  private func run(_ deed: Deed) async {
    switch deed {
    case .perform(let command): await perform(command)
    case .say(let sentence): say(sentence)
    }
  }

  // MARK: Doing

  private func perform(_ command: Command, isShownAlways: Bool = false) async {
    guard let open else { return }
    // A toast that went unnoticed, and now comes again, is new.
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
    // One that has gone, with the process it is in, is opened anew when the person asks again.
    windows[product.id] = nil
    // Who comes back is where they were.
    let frame = try await window.perform(known == nil ? .arrive : .screen)
    windows[product.id] = window
    open = Open(product: product, window: window, shown: frame)
    // Before it is shown, so that nothing which follows from that is missed.
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

  // MARK: What the window says by itself

  private func changed(_ window: any AnyWindow) {
    guard !isBusy, let open, open.window === window else { return }
    let frame = window.frames.value
    guard frame != open.shown else { return }
    var faded = open.shown
    faded.toasts = []
    // That a toast has gone is nothing to be told.
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
    // Toasts are on the screen; what is meant for the ear or the hand has no place here.
    case .said(.toast), .said(.announcement), .said(.haptic): return
    case .missed(let count): remarks.append("\(count) messages came too fast to be shown.")
    }
    guard !isBusy else { return }
    tellRemarks()
    prompt()
  }

  // MARK: Going out

  private func show(_ frame: Frame) {
    guard let product = open?.product else { return }
    open?.shown = frame
    let page = page(of: product)
    turn(page.text(of: page.lines(of: frame) + [Line()] + page.hint(Words.keys)))
  }

  private func showFrontPage() {
    let surface = surface()
    let page = frontPage.plain(surface)
    turn(frontPage.text(on: surface) + page.text(of: page.hint(Words.firstKeys)))
  }

  private func page(of product: Product) -> FrameText {
    let surface = surface()
    // A person's own choice goes before what the terminal's ground says.
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
    write(page.text(of: page.set(lines.flatMap { Line(String($0)).wrapped(to: page.inner) })))
  }

  /// A new page: on a terminal a clear one, in a pipe after a blank line.
  private func turn(_ text: String) { write(surface().isInteractive ? "\u{1B}[H\u{1B}[2J\(text)" : "\n\(text)") }

  private func prompt() { if surface().isInteractive { write("> ") } }
}
