import Foundation
import HealthProviders
import Kernel
import Samples
import Testing

@Suite("The catalogue of providers") struct ProviderCatalogueTests {
  let catalogue = ProviderCatalogue.builtIn

  @Test("Each refused combination has a reason, and each offered one can be read and written")
  func combinations() throws {
    for source in catalogue.providers {
      for destination in catalogue.providers {
        for kind in SampleKind.allCases {
          let reason = source.whyNoSource(of: [kind]) ?? destination.whyNoDestination(of: [kind], from: source)
          if let reason {
            #expect(reason.hasSuffix("."), "\(source.id) to \(destination.id)")
          } else {
            #expect(source.id != destination.id && source.reads(kind) && destination.writes(kind))
          }
        }
      }
    }
  }

  @Test("Heart rate variability never goes from SDNN to RMSSD or back")
  func variability() throws {
    let (apple, connect) = (try #require(catalogue["apple-health"]), try #require(catalogue["health-connect"]))
    for (source, destination) in [(apple, connect), (connect, apple)] {
      let reason = destination.whyNoDestination(of: [.steps, .heartRateVariability], from: source)
      #expect(reason?.contains("different quantities") == true)
      #expect(destination.whyNoDestination(of: [.steps], from: source) == nil)
    }
    let google = try #require(catalogue["google-health"])
    #expect(connect.whyNoDestination(of: [.heartRateVariability], from: google) == nil)
  }

  @Test("Garmin takes nothing, Strava takes workouts alone, and an ended provider says what takes its place")
  func limits() throws {
    let garmin = try #require(catalogue["garmin"])
    #expect(garmin.whyNoDestination == "Garmin takes no data from other apps." && garmin.whyNoSource == nil)
    let strava = try #require(catalogue["strava"])
    #expect(strava.whyNoDestination(of: [.workout], from: garmin) == nil)
    #expect(strava.whyNoDestination(of: [.steps, .weight], from: garmin) == "Strava does not take steps or weight.")
    #expect(!strava.mayCombine && strava.keptDays == 7)
    for id in ["fitbit", "google-fit"] {
      guard case .ended(_, let replacement) = try #require(catalogue[id]).standing else {
        Issue.record("\(id) has not ended")
        continue
      }
      #expect(replacement == "google-health")
    }
  }

  @Test("A catalogue survives JSON")
  func coding() throws {
    let bytes = try JSONEncoder().encode(catalogue)
    #expect(try ProviderCatalogue(Array(bytes)) == catalogue)
  }

  @Test(
    "A catalogue of rubbish is refused whole",
    arguments: [
      "", "{}", "[]", #"{"edition":1,"providers":[]}"#, #"{"edition":"x","providers":{}}"#, #"{"edition":-1}"#,
    ])
  func rubbish(_ text: String) {
    #expect(throws: Problem.self) { try ProviderCatalogue(Array(text.utf8)) }
  }

  @Test("One wrong entry refuses the catalogue")
  func wrongEntries() throws {
    var provider = try #require(catalogue["garmin"])
    let good = provider
    func refuses(_ providers: [HealthProvider]) throws {
      let bytes = Array(try JSONEncoder().encode(ProviderCatalogue(edition: 2, providers)))
      #expect(throws: Problem.self) { try ProviderCatalogue(bytes) }
    }
    provider.pageSize = 0
    try refuses([provider])
    provider = good
    provider.quotas = [.init(0, in: 10)]
    try refuses([provider])
    provider = good
    provider.terms = String(repeating: "x", count: 501)
    try refuses([provider])
    provider = good
    provider.standing = .ended("It has ended.", replacement: "nobody")
    try refuses([provider])
    try refuses([good, good])
    #expect(throws: Problem.self) {
      try ProviderCatalogue([UInt8](repeating: 0x20, count: ProviderCatalogue.mostBytes + 1))
    }
  }
}
