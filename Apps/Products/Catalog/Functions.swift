internal import Cadence
internal import DailyPA
public import Kernel
internal import ProductKit
package import Purchases
public import ServerFunctions
internal import SyncWell
internal import Volvox
internal import YHealth

extension ServerFunction {
  /// The functions of all products, which a server is started with. `mealModel` is the address of a model that
  /// recognizes meals on pictures; without it nothing is recognized. `coachModel` is the OpenAI-compatible address of a model
  /// that words a coach's messages and answers the assistant of Daily PA, with its name and its key. `whatsApp` is the path of
  /// the file of a WhatsApp account; `store` is the path of the file that names the
  /// pinned roots of the store; without it no purchase is verified. The client at Strava
  /// is the environment's. Throws for an invalid address or file.
  public static func products(
    mealModel: String? = nil, coachModel: String? = nil, coachName: String? = nil, coachKey: Redacted<String>? = nil,
    whatsApp: String? = nil, store: String? = nil
  ) throws(Problem) -> [ServerFunction] {
    [
      try CoachFunction.function(model: coachModel, called: coachName ?? "default", key: coachKey),
      try MealPhoto.function(model: mealModel), MatchList.function(), ConnectionActs.function(),
      ReceiptFunction.function(), StravaFunction.function(.given),
      try AssistantFunction.function(model: coachModel, called: coachName ?? "default", key: coachKey),
    ]
      + PurchasesFunction.functions(
        try store.map { path throws(Problem) in try SoldApps(PurchasePlan.products, file: path) })
      + WhatsAppFunction.functions(try whatsApp.map { path throws(Problem) in try WhatsAppAccount(file: path) })
  }
}

extension PurchasePlan {
  /// The offers of all products that sell something.
  package static let products = [yhealth, syncwell, cadence]
}

extension ServerBucket {
  /// The buckets of all products besides those of their functions.
  public static let products = [
    ServerBucket(PhotoBucket.name, types: [PhotoBucket.type], largest: PhotoBucket.largest)
  ]
}
