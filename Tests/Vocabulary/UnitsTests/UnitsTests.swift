import Chance
import Foundation
import Numbers
import Testing

@testable import Units

@Suite("Units of measured amounts") struct UnitsTests {
  @Test("follow the locale, unless the person chose")
  func usual() {
    let chosen = UnitPreferences(chosen: [.bodyWeight: .kilogram, .distance: .pound])
    #expect(chosen.unit(of: .bodyWeight, locale: "en-US") == .kilogram)
    #expect(chosen.unit(of: .distance, locale: "en-US") == .mile, "a pound is no distance")
    #expect(chosen.unit(of: .distance, locale: "de-DE") == .kilometre)
    #expect(UnitPreferences.usual(.volume, in: "es-419-US") == .usFluidOunce)
    #expect(UnitPreferences.usual(.volume, in: "en-u-rg-uszzzz") == .millilitre, "an extension is not read")
    #expect(UnitPreferences.usual(.energy, in: "en-AU") == .kilojoule)
    for tag in ["", "en", "-", "en-GB", "de", "zh-Hans-CN", "en_001"] {
      #expect(Quantity.allCases.allSatisfy { UnitPreferences.usual($0, in: tag) == $0.stored })
    }
  }

  @Test("of every region are metric where Foundation's locale is")
  func regions() {
    for region in Locale.Region.isoRegions.map(\.identifier) where region.count == 2 {
      let system = Locale(identifier: "en_\(region)").measurementSystem
      let isCustomary = UnitPreferences.usual(.bodyWeight, in: "en-\(region)") == .pound
      #expect(isCustomary == (system == .us) || region == "LR" || region == "MM" || region == "PR", "\(region)")
    }
  }

  @Test(
    "are written with one decimal and a sign",
    arguments: [
      (72.4, Quantity.bodyWeight, "en-GB", "72.4 kg"), (72.4, .bodyWeight, "de-DE", "72,4 kg"),
      (72.4, .bodyWeight, "en-US", "159.6 lb"), (5, .distance, "en-US", "3.1 mi"),
      (42.195, .distance, "fr-FR", "42,2 km"),
      (250, .volume, "en-US", "8.5 fl oz"), (12_345, .volume, "en-GB", "12,345 ml"),
      (2000, .energy, "en-AU", "8,368 kJ"),
      (0, .distance, "en-US", "0 mi"), (-0.01, .distance, "en-GB", "0 km"),
    ])
  func written(stored: Double, quantity: Quantity, locale: String, text: String) {
    #expect(AmountNotation(locale: locale).text(stored, quantity) == text)
  }

  @Test("that are saved again unchanged are the stored amount, and else what was typed, in every unit")
  func again() throws {
    var random = try FuzzPlan.generator(for: "units-again")
    for quantity in Quantity.allCases {
      for unit in quantity.units {
        let notation = AmountNotation(UnitPreferences(chosen: [quantity: unit]), locale: "de-DE")
        for _ in 0..<500 {
          let stored = Double.random(in: 0...700, using: &random)
          let shown = notation.field(stored, quantity)
          guard case .number(let typed, _) = notation.numbers.read(shown) else {
            Issue.record("\(shown) is not read as a number")
            continue
          }
          #expect(notation.stored(typed, quantity, known: stored) == stored)
          let other = typed + 1
          let back = unit.amount(of: notation.stored(other, quantity, known: stored))
          #expect((back - other).magnitude <= 1e-9 * other)
        }
      }
    }
  }

  @Test("have exact sizes")
  func sizes() {
    #expect((MeasuringUnit.usFluidOunce.size * 128 - 3785.411_784).magnitude < 1e-9)
    #expect((MeasuringUnit.imperialFluidOunce.size * 160 - 4546.09).magnitude < 1e-9)
    #expect(Quantity.allCases.allSatisfy { $0.stored.size == 1 && Set($0.units).count == $0.units.count })
    #expect(Set(MeasuringUnit.allCases) == Set(Quantity.allCases.flatMap(\.units)))
  }

  @Test("that are not finite or huge crash nothing", arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e17])
  func rubbish(value: Double) {
    for quantity in Quantity.allCases {
      for unit in quantity.units {
        let notation = AmountNotation(UnitPreferences(chosen: [quantity: unit]))
        _ = notation.text(value, quantity)
        _ = notation.field(value, quantity)
        _ = notation.stored(value, quantity, known: value)
      }
    }
  }
}
