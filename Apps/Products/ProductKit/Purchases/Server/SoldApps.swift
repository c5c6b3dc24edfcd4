internal import JSON
package import Kernel
internal import Platform
package import Purchases
internal import StoreTransactions

/// The apps whose purchases a server verifies, with the pinned roots of their store.
package struct SoldApps: Sendable {
  private static let longestFile = 65_536
  private static let mostRoots = 8

  let apps: [String: SoldApp]

  /// - Parameter takesSandbox: Whether transactions of the store's sandbox count, which cost nothing.
  package init(_ plans: [PurchasePlan], roots: [[UInt8]], takesSandbox: Bool = false) throws(Problem) {
    var apps: [String: SoldApp] = [:]
    for plan in plans {
      apps[plan.app] = SoldApp(
        plan: plan, verifier: try TransactionVerifier(roots: roots, app: plan.app), takesSandbox: takesSandbox)
    }
    self.apps = apps
  }

  /// Reads the file that names the roots: `{"roots": ["/path/of/root.cer"], "sandbox": false}`, each root as DER.
  package init(_ plans: [PurchasePlan], file path: String) throws(Problem) {
    guard let data = try? Data(contentsOf: URL(filePath: path)), data.count <= SoldApps.longestFile,
      let json = try? JSON(bytes: Array(data), deepest: 4), let names = json["roots"]?.array?.map(\.string),
      1...SoldApps.mostRoots ~= names.count
    else { throw .storeFile("cannot be read, or names no \"roots\"") }
    var roots: [[UInt8]] = []
    for name in names {
      guard let name, let root = try? Data(contentsOf: URL(filePath: name)), root.count <= SoldApps.longestFile else {
        throw .storeFile("names a root that cannot be read")
      }
      roots.append(Array(root))
    }
    try self.init(plans, roots: roots, takesSandbox: json["sandbox"]?.bool ?? false)
  }
}

/// One app whose purchases a server verifies.
struct SoldApp: Sendable {
  let plan: PurchasePlan
  let verifier: TransactionVerifier
  let takesSandbox: Bool

  /// Verifies a text. Returns why it is refused, if it is.
  func read(_ text: String) -> Result<SignedEntry, ReadingFault> {
    let entry: SignedEntry
    do throws(Problem) { entry = try SignedEntry(text, by: verifier) } catch {
      return .failure(ReadingFault(refusal: error.code == Problem.otherApp.code ? .otherApp : .notSigned))
    }
    if case .transaction(let one) = entry.content, one.isSandbox, !takesSandbox {
      return .failure(ReadingFault(refusal: .sandbox))
    }
    return .success(entry)
  }

  /// The reason for which a text was not taken.
  struct ReadingFault: Error {
    let refusal: ServerRights.Refusal
  }
}

extension Problem {
  fileprivate static func storeFile(_ why: String) -> Problem {
    Problem(
      "store-file", "The file of the store \(why).", safe: "The server was not started.",
      remedy: "Correct the file that TROUPE_STORE names.")
  }
}
