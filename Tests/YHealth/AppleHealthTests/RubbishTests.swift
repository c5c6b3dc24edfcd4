import Kernel
import Testing

@testable import AppleHealth

@Suite("Invalid exports") struct RubbishTests {
  private let good = Sample.steps("7", "2026-11-21 09:00:00 +0100", "2026-11-21 09:05:00 +0100")

  @Test("entities are refused wherever they are declared")
  func entities() {
    let laughs = """
      <?xml version="1.0"?><!DOCTYPE HealthData [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
      <!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]><HealthData locale="&c;">\(good)</HealthData>
      """
    #expect(Sample.problem(laughs)?.code == "export-entities")
    #expect(
      Sample.problem("<!DOCTYPE x SYSTEM \"file:///etc/passwd\"><HealthData>&x;</HealthData>")?.code == "export-damaged"
    )
    #expect(Sample.problem("<HealthData locale=\"&nbsp;\"/>")?.code == "export-damaged")
  }

  @Test("a truncated file is refused as a whole, wherever it ends")
  func cutShort() throws {
    let text = Array(Sample.export(good, good).utf8)
    let whole = try Sample.read(text)
    #expect(whole.records == 2)
    var codes: Set<String> = []
    for length in stride(from: 0, to: text.count - Sample.foot.utf8.count, by: 3) {
      do throws(Problem) {
        _ = try Sample.read(Array(text[..<length]))
        Issue.record("\(length) bytes were accepted as an export")
      } catch {
        codes.insert(error.code)
        #expect(error.safe == "Nothing was imported from the file." || length == 0)
      }
    }
    #expect(
      codes.contains("export-cut-short") && codes.isSubset(of: ["export-cut-short", "no-export", "export-damaged"]))
  }

  @Test("another root, a packed file, another encoding, plain text and an empty file are told apart")
  func others() {
    #expect(Sample.problem("<svg/>")?.what == "This is no Apple Health export: it begins otherwise.")
    #expect(Sample.problem("<ClinicalDocument xmlns=\"urn:hl7-org:v3\"/>")?.what.contains("export_cda.xml") == true)
    #expect(Sample.problem("PK\u{3}\u{4}rest")?.code == "export-zipped")
    #expect(Sample.problem("")?.what == "The file is empty.")
    #expect(Sample.problem(" \n ")?.what == "The file is empty.")
    let foreign = "This is no Apple Health export."
    #expect(Sample.problem("hello")?.what == foreign && Sample.problem(" \n1,2;\u{1}<x>")?.what == foreign)
    #expect(Sample.problem("\u{89}PNG\r\n")?.what == foreign)
    #expect(Sample.problem(String(repeating: "hello ", count: 60_000))?.code == "no-export")
    #expect(Sample.problem("<!--" + String(repeating: "hello ", count: 60_000))?.what.contains("256 kB") == true)
    #expect(Sample.problem("\u{FEFF}<svg/>")?.what == "This is no Apple Health export: it begins otherwise.")
    let wide = #expect(throws: Problem.self) { try Sample.read([0xFF, 0xFE, 0x3C, 0]) }
    #expect(wide?.code == "export-encoded")
    let torn = #expect(throws: Problem.self) {
      try Sample.read(Array("<HealthData a=\"".utf8) + [0xC3, 0x28] + Array("\"/>".utf8))
    }
    #expect(torn?.code == "export-damaged")
    let nought = #expect(throws: Problem.self) { try Sample.read(Array(Sample.head.utf8) + [0, 0, 0]) }
    #expect(nought?.code == "export-damaged")
  }

  @Test("the invalid document type of several iOS versions is accepted")
  func wrongType() throws {
    let head = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE HealthData [
      <!ATTLIST VisionPrescription
        type CDATA #REQUIRED
      <!ELEMENT RightEye EMPTY>
      device CDATA #IMPLIED
      >
      ]>
      <HealthData>
      """
    #expect(try Sample.read(head + good + Sample.foot).records == 1)
    #expect(try Sample.read("<!DOCTYPE HealthData>\n<HealthData>" + good + Sample.foot).records == 1)
    #expect(try Sample.read("<HealthData>" + good + Sample.foot).records == 1)
    #expect(try Sample.read("\u{FEFF}" + Sample.export(good)).records == 1)
    // Line breaks are kept, so line numbers in messages are right.
    #expect(Sample.problem(head + "\n\n<Record")?.code == "export-cut-short")
    #expect(Sample.problem(head + "\n<a></b>")?.what.contains("line 10") == true)
  }

  @Test("control characters that XML forbids, as iOS writes them into names, become spaces")
  func forbidden() throws {
    let line = good.replacing("sourceName=\"Watch\"", with: "sourceName=\"My\u{B}Watch\"")
    #expect(try Sample.read(Sample.export(line)).sources == ["My Watch"])
  }

  @Test("the depth, the number of names and the length of an element are limited")
  func bounds() {
    let deep = String(repeating: "<a>", count: 100_000)
    #expect(Sample.problem(Sample.head + deep)?.what == "Elements lie in one another deeper than in any export.")
    let names = (0..<1000).map { "<a\($0)/>" }.joined()
    #expect(Sample.problem(Sample.head + names)?.what == "The file has more kinds of elements than any export.")
    let attributes = (0..<1000).map { "<Record a\($0)=\"\"/>" }.joined()
    #expect(Sample.problem(Sample.head + attributes)?.what == "The file has more kinds of elements than any export.")
    let parser = ExportParser()
    let long = Array(repeating: UInt8(ascii: "x"), count: 262_144)
    #expect(throws: ExportProblem.endless) {
      try parser.feed(Array((Sample.head + "<Record device=\"").utf8))
      for _ in 0..<10 { try parser.feed(long) }
    }
  }

  @Test("the result does not depend on the size of the pieces")
  func pieces() throws {
    let bytes = Array(
      Sample.export(good, Sample.slept("Asleep", "-23:00", "06:00"), Sample.workout("10:00", "10:30", duration: "30"))
        .utf8)
    let whole = try Sample.read(bytes, by: bytes.count)
    #expect(whole.records == 3 && whole.dayCount == 1)
    for size in [1, 2, 3, 7, 64, 1000] { #expect(try Sample.read(bytes, by: size) == whole) }
  }

  @Test("a mutated file is read or refused with a sentence, and no figure is out of range")
  func mutations() {
    let bytes = Array(
      Sample.export(
        good, Sample.slept("AsleepCore", "-23:00", "06:00"), Sample.workout("10:00", "10:30", duration: "30"),
        Sample.quantity("BodyMass", "70.5", "kg", "2026-11-21 07:00:00 +0100")
      ).utf8)
    let words = [
      "\"", "<", ">", "&", "\0", "]>", "<!ENTITY", "99999999", "-", "1e9", "2026", "<![CDATA[", "/>", "\u{FF}",
    ]
    var random = Seeded(42)
    var (read, refused) = (0, 0)
    for _ in 0..<1000 {
      var mutant = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<mutant.count, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: mutant[place] = UInt8.random(in: .min ... .max, using: &random)
        case 1: mutant[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 2: mutant.removeSubrange(place..<min(mutant.count, place + Int.random(in: 1...40, using: &random)))
        case 3: mutant.insert(contentsOf: mutant[place..<min(mutant.count, place + 60)], at: 0 + place)
        default: mutant.insert(contentsOf: Array((words.randomElement(using: &random) ?? "").utf8), at: place)
        }
      }
      do throws(Problem) {
        let export = try Sample.read(mutant, by: Int.random(in: 1...3000, using: &random))
        read += 1
        #expect(export.days.allSatisfy { $0.amount.isFinite && $0.amount >= 0 && $0.amount <= 1_000_000 })
        #expect(export.unreadable <= export.records)
      } catch {
        refused += 1
        #expect(!error.what.isEmpty && !error.remedy.isEmpty)
      }
    }
    #expect(read > 100 && refused > 100)
  }
}
