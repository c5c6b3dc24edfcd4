public import Entitlement
public import Interface
public import StoreTransactions

/// The items that a product sells, and the rights that each gives.
public struct PurchasePlan: Sendable, Hashable {
  /// The identifier of the app, which every transaction names.
  public let app: String
  /// The name of the app, for sentences.
  public let name: String
  /// The main right, whose title names the plan on screen.
  public let entitlement: Entitlement
  public let items: [StoreItem]
  /// The rights of an item, by its identifier; the main one without an entry.
  public let rights: [StoreItem.ID: Set<Entitlement>]
  /// Benefits for the person, one sentence each.
  public let benefits: [String]
  /// The explanation of a benefit that needs more words, by its sentence. A feature with a gate explains itself.
  public var explanations: [String: String] = [:]
  /// The place of a store that is a page of the product, as a sandbox store is; nil for one of the system.
  public var storePage: Route?
  /// Items that cost nothing and give their rights for so many days from their purchase. The store's date of that survives
  /// an installation anew, so that such a trial is given once. It is how stores want the trial of what is bought once.
  public var passes: [StoreItem.ID: Int] = [:]
  /// The features that the main right opens, and the words with which each explains itself.
  public var gates: [FeatureGate] = []
  /// Rights without a gate of their own that a list from elsewhere may open for everybody.
  public var openable: Set<Entitlement> = []
  public var words = PurchaseWords()
  /// Links below the offers, such as to the terms and the privacy policy.
  public var links: [PurchaseLink] = []
  /// The way on without a purchase; nil for none.
  public var later: PurchaseLink?

  public init(
    app: String, name: String, entitlement: Entitlement, items: [StoreItem],
    rights: [StoreItem.ID: Set<Entitlement>] = [:], benefits: [String]
  ) {
    self.app = app
    self.name = name
    self.entitlement = entitlement
    self.items = items
    self.rights = rights
    self.benefits = benefits
  }

  /// The item that is shared with others; nil for a product without one.
  var familyItem: StoreItem? { items.first { $0.places > 0 } }

  /// The person's gain by a benefit, in a sentence; nil for one that says it all.
  func explanation(of benefit: String) -> String? {
    explanations[benefit] ?? gates.first { $0.title == benefit }?.explanation
  }

  /// The rights that a list from elsewhere may open for everybody.
  var listed: Set<Entitlement> { openable.union(gates.map(\.entitlement)) }

  func gate(_ id: FeatureGate.ID) -> FeatureGate? { gates.first { $0.id == id } }

  func item(_ id: StoreItem.ID) -> StoreItem? { items.first { $0.id == id } }

  /// The rights that an item gives; none of an item that is not sold any more and unknown.
  func rights(of id: StoreItem.ID) -> Set<Entitlement> {
    item(id) == nil ? [] : rights[id] ?? [entitlement]
  }
}

/// A feature that needs a purchase, and the words that show its value to somebody who meets it.
public struct FeatureGate: Sendable, Hashable, Identifiable {
  /// The right that opens it.
  public let entitlement: Entitlement
  public let title: String
  /// Its use for the person, in one or two sentences.
  public let explanation: String
  public let icon: Icon

  public var id: String { entitlement.name }
  /// The sheet that explains it.
  public var route: Route { Route(["settings", "subscription", "unlock", id]) }
  /// The title of that sheet.
  var prompt: String { "Unlock \(title)" }

  public init(_ entitlement: Entitlement, _ title: String, _ explanation: String, icon: Icon) {
    self.entitlement = entitlement
    self.title = title
    self.explanation = explanation
    self.icon = icon
  }
}

/// The words of a product where they differ from the usual ones.
public struct PurchaseWords: Sendable, Hashable {
  public var restore = "Restore purchases"
  /// The label of the button that buys an item.
  public var buy: [StoreItem.ID: String] = [:]
  /// A sentence below the offer of an item.
  public var notes: [StoreItem.ID: String] = [:]
  /// The answer when restoring finds nothing.
  public var nothingFound = "The store knows of no purchase that is running. Nothing was changed."
  /// Stands below that answer: what a person does who bought with another account of the store.
  public var otherAccount: String?
  /// Stands before the reason for which a purchase has failed.
  public var failed: String?
  /// The button that leads from an explained feature to the offers.
  public var unlock = "Upgrade"

  public init() {}
}

/// A link to a place of the product.
public struct PurchaseLink: Sendable, Hashable {
  public let title: String
  public let route: Route

  public init(_ title: String, to route: Route) {
    self.title = title
    self.route = route
  }
}
