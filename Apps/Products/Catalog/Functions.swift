internal import Cadence
internal import DailyPA
public import Kernel
internal import ProductKit
public import ServerFunctions
internal import Volvox
internal import YHealth

extension ServerFunction {
  /// The functions of all products, which a server is started with. `mealModel` is the address of a model that
  /// recognizes meals on pictures; without it nothing is recognized. `coachModel` is the OpenAI-compatible address of a model
  /// that words a coach's messages and answers the assistant of Daily PA, with its name and its key. Throws for an invalid address.
  public static func products(
    mealModel: String? = nil, coachModel: String? = nil, coachName: String? = nil, coachKey: Redacted<String>? = nil
  ) throws(Problem) -> [ServerFunction] {
    [
      try CoachFunction.function(model: coachModel, called: coachName ?? "default", key: coachKey),
      try MealPhoto.function(model: mealModel), MatchList.function(), ConnectionActs.function(),
      ReceiptFunction.function(),
      try AssistantFunction.function(model: coachModel, called: coachName ?? "default", key: coachKey),
    ]
  }
}

extension ServerBucket {
  /// The buckets of all products besides those of their functions.
  public static let products = [
    ServerBucket(PhotoBucket.name, types: [PhotoBucket.type], largest: PhotoBucket.largest)
  ]
}
