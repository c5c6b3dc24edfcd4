// A shell in SwiftUI on the library product `Troupe`. Not compiled in this repository, which has no Apple SDK.
import Catalog
import Interface
import Kernel
import Shell
import SwiftUI

/// The frame of one window, for SwiftUI to draw.
@MainActor @Observable final class ShellModel {
  private(set) var frame: Frame?
  private(set) var failure: String?
  private var window: Window?
  private var person: Person?

  /// Opens the product and follows its frames until the view disappears.
  func run(_ product: Product, in folder: String) async {
    do {
      let person = try await Person.open(product, home: .folder(folder))
      let region = RegionalSettings(locale: Locale.current.identifier(.bcp47), zone: TimeZone.current.identifier)
      let window = await person.window(in: region)
      (self.person, self.window) = (person, window)
      for await frame in window.frames.listen() { self.frame = frame }
      await window.close()
      await person.close()
    } catch {
      failure = error.sentence
    }
  }

  /// Presses a node. What is refused is shown, and changes nothing.
  func press(_ element: Element) {
    guard let window else { return }
    Task {
      do { frame = try await window.perform(.tap(.id(element.id))) } catch { failure = error.sentence }
    }
  }
}

struct ShellView: View {
  let product: Product
  let folder: String
  @State private var model = ShellModel()

  var body: some View {
    NavigationStack {
      List {
        if let failure = model.failure { Text(failure) }
        ForEach(model.frame?.nodes ?? [], id: \.id) { ElementView(element: $0, model: model) }
      }
      .navigationTitle(model.frame?.title ?? product.name)
    }
    .task { await model.run(product, in: folder) }
  }
}

/// One node with its children. A shell of its own look has a case for each role; this one has the three that a product
/// cannot be used without.
struct ElementView: View {
  let element: Element
  let model: ShellModel

  var body: some View {
    if element.actions.contains(.activate) {
      Button(element.label) { model.press(element) }
    } else if element.role == .heading {
      Text(element.label).font(.headline).accessibilityAddTraits(.isHeader)
    } else {
      Text(element.label)
    }
    ForEach(element.children, id: \.id) { ElementView(element: $0, model: model) }
  }
}
