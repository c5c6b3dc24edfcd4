internal import Foundation
public import Kernel

/// The seed and the bound with which the fuzzers and the property tests of this process run.
///
/// Both are fixed unless the environment says otherwise, so that two runs of the same code test the same inputs.
///
/// | variable | value | effect |
/// |---|---|---|
/// | `TROUPE_FUZZ_SEED` | a number | draws other inputs, the same ones for the same number |
/// | | `fresh` | picks a seed at random and prints it |
/// | `TROUPE_FUZZ_INPUTS` | a number such as `5000` | every fuzzer draws that many inputs |
/// | | a multiplier such as `x10` | every fuzzer draws that many times its usual number |
/// | `TROUPE_FUZZ_SECONDS` | a number | every fuzzer draws for that long; excludes `TROUPE_FUZZ_INPUTS` |
/// | `TROUPE_FUZZ_KEEP` | `1` | an input that fails is written into `Tests/Corpus` |
public struct FuzzPlan: Sendable, Hashable {
  /// The amount of inputs that a fuzzer draws after it has replayed its corpus.
  public enum Bound: Sendable, Hashable {
    /// A multiple of the number of inputs that each fuzzer names.
    case times(Double)
    /// The same number of inputs for every fuzzer.
    case inputs(Int)
    /// As many inputs as that time allows, so the number differs between runs.
    case seconds(Double)
  }

  /// The seed of every run that names none.
  public static let fixedSeed: UInt64 = 1

  public var seed = FuzzPlan.fixedSeed
  public var bound = Bound.times(1)
  /// Whether an input that fails is written into the corpus.
  public var isKeeping = false

  public init() {}

  /// Reads the variables above. Throws if one of them has no meaning, so that a misspelt `fresh` cannot pass for a run
  /// with new inputs.
  public init(environment: [String: String]) throws(FuzzError) {
    func number(_ text: some StringProtocol, of variable: String) throws(FuzzError) -> Double {
      // The bound keeps every product with a number of inputs within `Int`.
      guard let number = Double(String(text)), number > 0, number <= 1e9 else {
        throw FuzzError("\(variable) holds “\(text)”, which is no number from above 0 to 1,000,000,000.")
      }
      return number
    }
    if let text = environment["TROUPE_FUZZ_SEED"], text == "fresh" {
      seed = FuzzPlan.freshSeed
    } else if let text = environment["TROUPE_FUZZ_SEED"] {
      guard let number = UInt64(text) else {
        throw FuzzError("TROUPE_FUZZ_SEED is a number or `fresh`, not “\(text)”.")
      }
      seed = number
    }
    let (inputs, seconds) = (environment["TROUPE_FUZZ_INPUTS"], environment["TROUPE_FUZZ_SECONDS"])
    if inputs != nil, seconds != nil { throw FuzzError("Set TROUPE_FUZZ_INPUTS or TROUPE_FUZZ_SECONDS, not both.") }
    if let seconds {
      bound = .seconds(try number(seconds, of: "TROUPE_FUZZ_SECONDS"))
    } else if let inputs, inputs.hasPrefix("x") {
      bound = .times(try number(inputs.dropFirst(), of: "TROUPE_FUZZ_INPUTS"))
    } else if let inputs {
      bound = .inputs(Int(try number(inputs, of: "TROUPE_FUZZ_INPUTS").rounded(.up)))
    }
    isKeeping = environment["TROUPE_FUZZ_KEEP"] == "1"
  }

  /// The plan that the environment of this process describes.
  public static func current() throws(FuzzError) -> FuzzPlan { try read.get() }

  /// Random numbers for one fuzzer or property test. Another name gives others, so that no two tests share a stream.
  public func generator(for name: String) -> Seeded { Seeded(seed ^ fingerprint(name.utf8)) }

  /// Random numbers for one property test, from the plan of this process.
  public static func generator(for name: String) throws(FuzzError) -> Seeded { try current().generator(for: name) }

  private static let freshSeed = UInt64.random(in: 2 ... .max)

  private static let read: Result<FuzzPlan, FuzzError> = {
    do throws(FuzzError) {
      let plan = try FuzzPlan(environment: ProcessInfo.processInfo.environment)
      // Printed before the run, since a crash loses every later message.
      if plan.seed != fixedSeed { print("Fuzzers and property tests draw from TROUPE_FUZZ_SEED=\(plan.seed).") }
      return .success(plan)
    } catch { return .failure(error) }
  }()
}

/// A fault that a check found, or a variable of the environment that cannot be read, in one sentence.
public struct FuzzError: Error, Sendable, Hashable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}

/// Throws a `FuzzError` unless the condition holds.
///
/// For checks of a `Fuzzer`, in place of `#require`. `Fuzzer` adds the seed and the bytes to what is thrown, and the
/// test function that throws it records the issue. `#require` would record one that belongs to no test if the check
/// runs on a thread of its own, and it takes longer than many checks do.
public func hold(_ condition: Bool, _ otherwise: @autoclosure () -> String) throws(FuzzError) {
  guard condition else { throw FuzzError(otherwise()) }
}

/// A hash (FNV-1a) that is the same in every process, which `Hasher` is not.
func fingerprint(_ bytes: some Sequence<UInt8>) -> UInt64 {
  var hash: UInt64 = 0xCBF2_9CE4_8422_2325
  for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
  return hash
}
