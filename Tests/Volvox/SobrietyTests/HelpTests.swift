import FeatureTesting
import Interface
import Kernel
import Testing

@testable import Sobriety

@Suite("The crisis card") struct HelpTests {
  @Test(
    "numbers as people write them are taken, other texts are not",
    arguments: [
      ("988", true), ("116 123", true), ("+44 20 7946 0000", true), ("(030) 123-456", true), ("12", false),
      ("call me", false), ("0049 + 30", false), ("javascript:1234", false), (String(repeating: "1", count: 21), false),
    ])
  func numbers(text: String, isNumber: Bool) { #expect(CrisisCard.isNumber(text) == isNumber) }

  @Test(
    "the region follows the locale until the person chooses one",
    arguments: [
      ("en-US", nil, "US"), ("en-GB", nil, "GB"), ("es-Latn-US", nil, "US"), ("de-DE", nil, nil), ("en", nil, nil),
      ("en-GB", "US", "US"), ("en-GB", "other", nil), ("en-GB", "XX", nil),
    ] as [(String, String?, String?)])
  func region(locale: String, chosen: String?, region: String?) {
    #expect(SobrietyBench.offer.crisis.region(chosen: chosen, locale: locale)?.id == region)
  }

  @Test("the card shows the region's numbers and the person's own contact first, also when nothing can be read")
  func card() async throws {
    let bench = try await SobrietyBench { $0.read = { _ throws(Problem) in throw .full } }
    func numbers(_ locale: String) -> [String?] {
      bench.nodes(SobrietyPlaces.help, locale: locale).filter { $0.state.purpose == .phone }.map(\.value)
    }
    #expect(numbers("en-GB") == ["116 123", "999"])
    #expect(numbers("en-US") == ["988", "911"])
    #expect(numbers("de-DE") == [])
    let own = try await SobrietyBench()
    await own.do(.appeared(SobrietyPlaces.plan))
    await own.do(.fillPlan(.contactName, "Noor"))
    await own.do(.fillPlan(.contactPhone, "call me"))
    await own.do(.savePlan)
    #expect(own.complaint("Telephone number", at: SobrietyPlaces.plan) != nil)
    await own.do(.fillPlan(.contactPhone, "+44 20 7946 0958"))
    await own.do(.savePlan)
    let shown = own.nodes(SobrietyPlaces.help).filter { $0.state.purpose == .phone }
    #expect(shown.map(\.label) == ["Noor", "Samaritans", "Emergency, United Kingdom"])
    let after = try await SobrietyBench(over: own)
    #expect(after.nodes(SobrietyPlaces.help).contains { $0.value == "+44 20 7946 0958" })
  }

  @Test("every sheet, which stands in front of everything else, leads to the card too")
  func reached() async throws {
    let bench = try await SobrietyBench()
    for place in SobrietyPlaces.all where place.isSheet {
      for route in place.pattern.examples {
        #expect(bench.nodes(route).contains { $0.destination == SobrietyPlaces.help }, "\(route)")
      }
    }
  }
}
