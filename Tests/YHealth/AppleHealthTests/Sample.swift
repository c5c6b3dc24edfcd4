import Days
import Kernel
import Measures

@testable import AppleHealth

/// Handwritten exports, and the results of reading them.
enum Sample {
  static let head = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE HealthData [
    <!-- HealthKit Export Version: 13 -->
    <!ELEMENT HealthData (ExportDate,Me,(Record|Workout)*)>
    <!ATTLIST HealthData
      locale CDATA #REQUIRED
    >
    ]>
    <HealthData locale="en_GB">
     <ExportDate value="2026-11-22 08:15:30 +0100"/>

    """
  static let foot = "</HealthData>\n"

  static func export(_ lines: String...) -> String { head + lines.joined(separator: "\n") + foot }

  static func quantity(
    _ type: String, _ value: String, _ unit: String, _ start: String, _ end: String? = nil,
    from source: String = "Watch"
  ) -> String {
    """
     <Record type="HKQuantityTypeIdentifier\(type)" sourceName="\(source)" sourceVersion="11.1" \
    device="&lt;&lt;HKDevice: 0x1&gt;, name:Watch&gt;" unit="\(unit)" creationDate="\(end ?? start)" \
    startDate="\(start)" endDate="\(end ?? start)" value="\(value)"/>

    """
  }

  static func steps(_ value: String, _ start: String, _ end: String, from source: String = "Watch") -> String {
    quantity("StepCount", value, "count", start, end, from: source)
  }

  /// Times of the night before Saturday 21 November 2026; a leading minus means the evening before.
  static func slept(_ stage: String, _ start: String, _ end: String, from source: String = "Watch") -> String {
    func stamp(_ time: String) -> String {
      time.hasPrefix("-") ? "2026-11-20 \(time.dropFirst()):00 +0100" : "2026-11-21 \(time):00 +0100"
    }
    return """
       <Record type="HKCategoryTypeIdentifierSleepAnalysis" sourceName="\(source)" \
      creationDate="\(stamp(end))" startDate="\(stamp(start))" endDate="\(stamp(end))" \
      value="HKCategoryValueSleepAnalysis\(stage)"/>

      """
  }

  static func workout(
    _ start: String, _ end: String, duration: String, unit: String = "min", from source: String = "Watch"
  ) -> String {
    """
     <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="\(duration)" durationUnit="\(unit)" \
    sourceName="\(source)" startDate="2026-11-21 \(start):00 +0100" endDate="2026-11-21 \(end):00 +0100">
      <WorkoutStatistics type="HKQuantityTypeIdentifierStepCount" startDate="2026-11-21 \(start):00 +0100" \
    endDate="2026-11-21 \(end):00 +0100" sum="4000" unit="count"/>
     </Workout>

    """
  }

  static func read(_ text: String) throws(Problem) -> ReadExport { try read(Array(text.utf8)) }

  /// Feeds the parser pieces of `size` bytes.
  static func read(_ bytes: [UInt8], by size: Int = 4096, mostBlocks: Int = 1000) throws(Problem) -> ReadExport {
    let parser = ExportParser(mostBlocks: mostBlocks)
    var rest = bytes[...]
    while !rest.isEmpty {
      try parser.feed(Array(rest.prefix(size)))
      rest = rest.dropFirst(size)
    }
    return try parser.finish()
  }

  /// The problem of reading, or nil.
  static func problem(_ text: String) -> Problem? {
    do throws(Problem) {
      _ = try read(text)
      return nil
    } catch {
      return error
    }
  }
}

extension ReadExport {
  /// The total of a day, or the amount of one source.
  func amount(_ measure: Measure, _ day: String, from source: String? = nil) -> Double? {
    days.first { $0.measure == measure && $0.day.text == day && $0.source == source }?.amount
  }
}
