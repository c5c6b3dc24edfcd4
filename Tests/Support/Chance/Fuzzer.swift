public import Kernel

/// Checks a parser with many inputs: first those of its corpus, then as many generated ones as the plan allows.
///
///     try Fuzzer("JSONReader", inputs: 20_000).run { random in
///       mutated(&random)
///     } check: { bytes, random in
///       try hold(isAccepted(bytes), "it is refused")
///     }
///
/// An input is an array of bytes, so that it can be kept as a file; a check reads in them what it needs. Whatever a
/// check chooses at random, it draws from the generator that it is given. That one is seeded by the input alone: the
/// same bytes are checked in the same way in every run.
///
/// The first input that fails ends the run with a `FuzzFailure`.
public struct Fuzzer: Sendable {
  public let name: String
  /// The number of inputs when the environment names no other bound. A debug build should take about a second
  /// for them.
  public let inputs: Int
  private let plan: FuzzPlan
  private let corpus: Corpus

  /// A fuzzer with the plan of this process and the corpus of its name. Throws if the environment cannot be read.
  public init(_ name: String, inputs: Int) throws(FuzzError) {
    self.init(name, inputs: inputs, plan: try .current(), corpus: Corpus(of: name))
  }

  public init(_ name: String, inputs: Int, plan: FuzzPlan, corpus: Corpus) {
    (self.name, self.inputs, self.plan, self.corpus) = (name, inputs, plan, corpus)
  }

  public func run(
    generate: (inout Seeded) throws -> [UInt8], check: ([UInt8], inout Seeded) throws -> Void
  ) throws {
    var supply = try Supply(self)
    while let input = try supply.next(generate) {
      var random = input.random
      do { try check(input.bytes, &random) } catch { throw supply.failure(error) }
    }
  }

  public func run(
    generate: (inout Seeded) throws -> [UInt8], check: ([UInt8], inout Seeded) async throws -> Void
  ) async throws {
    var supply = try Supply(self)
    while let input = try supply.next(generate) {
      var random = input.random
      do { try await check(input.bytes, &random) } catch { throw supply.failure(error) }
    }
  }

  /// The inputs of one run, one after another.
  private struct Supply {
    struct Input {
      let bytes: [UInt8]
      let origin: String

      var random: Seeded { Seeded(fingerprint(bytes)) }
    }

    private let fuzzer: Fuzzer
    private var random: Seeded
    private var kept: ArraySlice<Corpus.Entry>
    private var generated = 0
    private let most: Int
    private let end: ContinuousClock.Instant?
    private var last = Input(bytes: [], origin: "")

    init(_ fuzzer: Fuzzer) throws {
      self.fuzzer = fuzzer
      random = fuzzer.plan.generator(for: fuzzer.name)
      kept = try fuzzer.corpus.entries()[...]
      switch fuzzer.plan.bound {
      case .times(let factor): (most, end) = (max(1, Int(Double(fuzzer.inputs) * factor)), nil)
      case .inputs(let count): (most, end) = (count, nil)
      case .seconds(let seconds): (most, end) = (.max, ContinuousClock.now + .seconds(seconds))
      }
    }

    mutating func next(_ generate: (inout Seeded) throws -> [UInt8]) throws -> Input? {
      if let entry = kept.popFirst() {
        last = Input(bytes: entry.bytes, origin: "kept input \(entry.name)")
      } else {
        guard generated < most, end.map({ ContinuousClock.now < $0 }) ?? true else {
          if fuzzer.plan.isKeeping { try fuzzer.corpus.markUnderWay(nil) }
          return nil
        }
        generated += 1
        last = Input(bytes: try generate(&random), origin: "input \(generated) of seed \(fuzzer.plan.seed)")
      }
      if fuzzer.plan.isKeeping { try fuzzer.corpus.markUnderWay(last.bytes) }
      return last
    }

    /// The failure to throw for the last input, which is kept if the plan says so.
    func failure(_ error: any Error) -> FuzzFailure {
      var file: String?
      if fuzzer.plan.isKeeping {
        file = try? fuzzer.corpus.keep(last.bytes)
        try? fuzzer.corpus.markUnderWay(nil)
      }
      return FuzzFailure(
        fuzzer: fuzzer.name, origin: last.origin, seed: fuzzer.plan.seed, bytes: last.bytes, file: file,
        cause: String(describing: error))
    }
  }
}

/// An input that failed its check, with everything that is needed to see it fail again.
public struct FuzzFailure: Error, Sendable, Hashable, CustomStringConvertible {
  public let fuzzer: String
  /// The input: one of the corpus, or a numbered one of the seed.
  public let origin: String
  public let seed: UInt64
  public let bytes: [UInt8]
  /// The path of the file that keeps the input, if one does.
  public let file: String?
  /// The error that the check threw.
  public let cause: String

  public var description: String {
    let place = file.map { "It is kept in \($0)." } ?? "TROUPE_FUZZ_KEEP=1 keeps it in Tests/Corpus/\(fuzzer)."
    return """
      \(fuzzer), \(origin): \(cause)
      Bytes: \(bytes)
      As text: \(String(decoding: bytes, as: UTF8.self).debugDescription)
      TROUPE_FUZZ_SEED=\(seed) generates the same inputs again. \(place)
      """
  }
}
