import Audit
import Catalog
import Chance
import Covers
import Interface
import JSON
import Kernel
import Previews
import Testing

@testable import Shell
@testable import Walk

@Suite("Every screen of every product")
struct WalkTests {
  @Test(
    "has no finding in a complete walk, in every appearance",
    .covers(
      "yh-S04.7.1-AC1", "yh-S04.7.1-AC2", "yh-S04.7.1-AC4", "yh-S04.7.1-AC7", "yh-S04.7.1-B1", "yh-S04.7.1-B2",
      "yh-S04.7.1-B3", "yh-S04.7.1-B4", "yh-S04.7.1-B5", "yh-S04.7.1-B8", "yh-S04.7.1-B12", "yh-S04.7.1-B13",
      "yh-S04.7.1-B15", "yh-S04.7.1-B19", "yh-S04.7.1-B21", "yh-S04.7.2-B14", "yh-S04.7.3-AC5", "yh-S04.7.3-B17",
      "yh-S04.6.1-L4", "yh-S04.4.3-L4", "yh-S04.2.1-L9", "yh-S04.3.3-B11", "yh-S04.7.2-AC7", "yh-S04.7.2-B21",
      "vx-SC-013", "vx-SC-015",
      "pa-R15.2", "pa-R15.5", "pa-R15.8", "cd-NFR-A3", "yh-S04.7.1-B6", "yh-S04.7.1-E2", "yh-S04.7.1-E4",
      "yh-S04.7.2-B4", "yh-S04.7.2-B5", "yh-S04.7.2-B23", "yh-S04.7.2-AC2", "yh-S04.7.2-B19"),
    // In the gallery of parts no control does what it says, so nothing asks first; it has tests of its own.
    arguments: Product.all + Preview.all.filter { !$0.id.hasPrefix("parts-") })
  func sound(product: Product) async throws {
    // All screens are opened at every commit. One in eight is seen in all appearances and tapped, others at the next commit.
    let share = RotatingShare.current
    let report = try await Walk.through(product) { share.takes($0, ofEvery: WalkTests.every) }
    #expect(report.entries.isEmpty, "\(report.details)")
    #expect(report.isWhole && report.screens == product.places.flatMap(\.pattern.examples))
    let looks = share.isWhole ? AppearanceCase.all : AppearanceCase.opposite
    #expect(report.pictures >= report.screens.count * looks.count)
    // A chosen screen of a small preview may have no control.
    #expect(report.strides > 0 || report.screens.count < 5 * WalkTests.every)
    #expect(report.forms.count >= looks.count)
    #expect(report.forms.reduce(0) { $0 + $1.pictures } == report.pictures)
    #expect(report.forms.allSatisfy { $0.findings == 0 })
    // The walk covers Deep mode too, and taps the controls that reset.
    let least = share.isWhole ? 100 : 25
    #expect(product.id != "yhealth" || report.strides > least && (report.destroyers >= 2 || !share.isWhole))
  }

  private static let every = 8
}

@Suite("A walk")
struct StrideTests {
  /// The violated rules, each with the screen and the action before it.
  private func walk(_ product: Product) async throws -> [String] {
    try await Walk.through(product).entries.map { entry in
      [entry.finding.rule.rawValue, entry.route.text, entry.after].filter { !$0.isEmpty }.joined(separator: " ")
    }
  }

  @Test("finds a destructive action without a confirmation")
  func destroys() async throws {
    let found = try await walk(
      .spoilt(["home": { mark, _ in (mark.isSet ? [] : [.destructive("Burn", asks: mark.sets(true))], nil) }]))
    #expect(found == ["confirmation /home after tapping “Burn”"])
  }

  @Test("finds a confirmation that destroys even when it is dismissed")
  func dismissing() async throws {
    let gone = Locked(false)
    let product = Product.spoilt([
      "home": { mark, _ in
        (
          [.destructive("Burn", asks: mark.sets(true))] + (gone.withLock { $0 } ? [] : [.text("A letter.")]),
          mark.isSet
            ? .dialog(
              "Burn it?", [], buttons: [.button("Keep it", does: mark.sets(false))],
              dismiss: Bound {
                gone.withLock { $0 = true }
                await mark.sets(false).send()
              }) : nil
        )
      }
    ])
    #expect(try await walk(product) == ["confirmation /home after tapping “Burn”"])
  }

  @Test("accepts an action that asks first, and audits its dialog")
  func asks() async throws {
    let found = try await walk(
      .spoilt([
        "home": { mark, _ in
          (
            [.destructive("Burn", asks: mark.sets(true))],
            mark.isSet
              ? .dialog(
                "Burn it?", [],
                buttons: [.destructive("Burn it", asks: mark.sets(false)), .button("Keep it", does: mark.sets(false))],
                dismiss: mark.sets(false)) : nil
          )
        }
      ]))
    #expect(found == ["safe-first /home after tapping “Burn”"])
  }

  @Test("finds content lost at 200 % text size, and faults of the dark scheme only")
  func looks() async throws {
    let found = try await walk(
      .spoilt([
        "dark": { _, around in ([.button(around.scheme == .dark ? "…" : "Save", id: "save", does: Bound {})], nil) },
        "large": { _, around in (around.textSize > 150 ? [] : [.text("A sentence.")], nil) },
      ]))
    #expect(
      found == [
        "empty-name /dark signed out and offline", "loss /large signed out and offline",
      ])
  }

  @Test("types invalid text into a field, and audits its error message")
  func complaints() async throws {
    let found = try await walk(
      .spoilt([
        "home": { mark, _ in
          (
            [.field("Age", holds: "", commit: { _ in mark.sets(true) }) { $0.invalid = mark.isSet ? "Wrong" : nil }],
            nil
          )
        }
      ]))
    #expect(found == ["complaint /home after typing “?” into “Age”"])
  }

  @Test("reports the same finding once, with the number of screens")
  func once() async throws {
    let product = Product.spoilt([
      "a": { _, _ in ([.button("…", id: "x", does: Bound {})], nil) },
      "b": { _, _ in ([.button("…", id: "x", does: Bound {})], nil) },
    ])
    let report = try await Walk.through(product)
    #expect(report.entries.map(\.screens) == [2])
    #expect(
      report.details == """
        Spoilt /a, signed out and offline
          A name says something (empty-name, WCAG 2.4.6)
            button “…”  x
            Its name “…” cannot be pronounced.
            Name what it does or is, in words: “Delete the note”, not “Here”.
            Also on 1 more.

        """)
    #expect(report.summary(names: 8).hasSuffix("rules  1 found"))
  }

  @Test("opens every screen and taps the chosen ones only")
  func choosing() async throws {
    let asking: @Sendable (String) -> Product = { name in
      .spoilt([
        "a": { mark, _ in ([.button("Save", id: "a.save", does: mark.sets(true))], nil) },
        "b": { mark, _ in ([.button(name, id: "b.save", does: mark.sets(true))], nil) },
      ])
    }
    let all = try await Walk.through(asking("Send"))
    let one = try await Walk.through(asking("Send")) { $0 == 0 }
    #expect(one.screens == all.screens && one.strides < all.strides && one.strides > 0)
    // Only its controls are left out: the other screen is audited.
    #expect(try await Walk.through(asking("…")) { $0 == 0 }.entries.map(\.route.text) == ["/b"])
  }

  @Test("is reported to programs as one JSON document")
  func document() async throws {
    let report = try await Walk.through(.spoilt(["a": { _, _ in ([.button("…", does: Bound {})], nil) }]))
    let document = WalkReport.json([report])
    #expect(document["found"]?.number == 1 && document["rules"]?.array?.count == Rule.allCases.count)
    let finding = document["products"]?.array?.first?["findings"]?.array?.first
    #expect(finding?["rule"]?.string == "empty-name" && finding?["criterion"]?.string == "2.4.6")
    #expect(finding?["route"]?.string == "/a" && finding?["words"]?.string?.isEmpty == false)
  }
}
