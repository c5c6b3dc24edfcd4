import Chance
import Duplicates
import Foundation
import Kernel

/// A workout as it was, from which devices make recordings.
struct Workout {
  var sport: String
  var start: Double
  var seconds: Int
  /// Metres at each second.
  var metres: [Double]
  var hearts: [Double]
  var places: [(latitude: Double, longitude: Double)]
  var isIndoor: Bool

  var end: Double { start + Double(seconds) }

  init(
    _ sport: String, at start: Double, minutes: ClosedRange<Double> = 15...120, random: inout some RandomNumberGenerator
  ) {
    self.sport = sport
    self.start = start
    seconds = Int(Double.random(in: minutes, using: &random) * 60)
    isIndoor = false
    let usual =
      sport.contains("cycl") || sport.contains("ride")
      ? 7.5 : sport.contains("walk") ? 1.4 : sport.contains("swim") ? 0.9 : 2.9
    let pace = usual * Double.random(in: 0.8...1.2, using: &random)
    let rest = Double.random(in: 52...70, using: &random)
    let span = Double.random(in: 60...110, using: &random)
    // Efforts come in blocks of a few minutes; a few of them are stops.
    var effort = 0.6
    var left = 0
    var (speed, heart, at, course) = (0.0, rest + 20, 0.0, Double.random(in: 0...(2 * .pi), using: &random))
    var place = (
      latitude: Double.random(in: -50...60, using: &random), longitude: Double.random(in: -170...170, using: &random)
    )
    (metres, hearts, places) = ([], [], [])
    for _ in 0..<seconds {
      if left == 0 {
        left = Int.random(in: 40...300, using: &random)
        effort = Int.random(in: 0..<12, using: &random) == 0 ? 0 : Double.random(in: 0.45...1, using: &random)
        course += Double.random(in: -1.2...1.2, using: &random)
      }
      left -= 1
      course += Double.random(in: -0.02...0.02, using: &random)
      speed += (effort * pace * 1.4 - speed) / 6
      heart += (rest + span * (0.25 + 0.75 * effort) - heart) / 35 + Double.random(in: -0.4...0.4, using: &random)
      at += speed
      place.latitude += speed * cos(course) / 111_195
      place.longitude += speed * sin(course) / 111_195 / cos(place.latitude * .pi / 180)
      metres.append(at)
      hearts.append(heart)
      places.append(place)
    }
  }

  /// The same way, at the pace and with the heart of somebody else, who is a few steps beside.
  func together(random: inout some RandomNumberGenerator) -> Workout {
    var other = Workout(sport, at: start, random: &random)
    let beats = Workout(sport, at: start, minutes: Double(seconds) / 60...Double(seconds) / 60 + 1, random: &random)
      .hearts
    (other.seconds, other.metres, other.places) = (seconds, metres, places)
    other.hearts = Array(beats.prefix(seconds))
    other.isIndoor = isIndoor
    return other
  }

  /// Back by the same way.
  func back(at start: Double, random: inout some RandomNumberGenerator) -> Workout {
    var other = self
    other.start = start
    other.places = places.reversed()
    other.metres = metres.reversed().map { (metres.last ?? 0) - $0 }
    other.hearts =
      Workout(sport, at: start, minutes: Double(seconds) / 60...Double(seconds) / 60 + 1, random: &random).hearts
    return other
  }
}

/// A device that records a workout, with its faults.
struct Recorder {
  var clock = 0.0
  var delay = 0
  var stopsEarlier = 0
  var placeNoise = 5.0
  var distanceScale = 1.0
  var hasPlaces = true
  var hasHearts = true
  /// Noise of the heart rate and its delay, as at a wrist.
  var heartNoise = 1.0
  var heartDelay = 0
  var hidesEnds = 0.0
  var sport: String?

  init() {}

  init(random: inout some RandomNumberGenerator) {
    clock = Double.random(in: -20...20, using: &random)
    delay = Int.random(in: 0...60, using: &random)
    stopsEarlier = Int.random(in: 0...60, using: &random)
    placeNoise = Double.random(in: 2...9, using: &random)
    distanceScale = Double.random(in: 0.98...1.02, using: &random)
    hasHearts = Int.random(in: 0..<4, using: &random) != 0
    if Bool.random(using: &random) {
      (heartNoise, heartDelay) = (Double.random(in: 1...4, using: &random), Int.random(in: 0...12, using: &random))
    }
  }

  func record(_ workout: Workout, _ id: String, from part: Range<Int>? = nil, random: inout some RandomNumberGenerator)
    -> Recording
  {
    let whole = part ?? 0..<workout.seconds
    var range = whole.lowerBound + delay..<max(whole.lowerBound + delay + 1, whole.upperBound - stopsEarlier)
    if hidesEnds > 0 {
      let (from, to) = (workout.metres[range.lowerBound] + hidesEnds, workout.metres[range.upperBound - 1] - hidesEnds)
      let shown = range.filter { workout.metres[$0] >= from && workout.metres[$0] <= to }
      if let first = shown.first, let last = shown.last, last > first { range = first..<last + 1 }
    }
    let start = workout.start + Double(range.lowerBound) + clock
    var beats: [Int16] = []
    var places: [PlaceSeries.Place] = []
    var moving = 0.0
    for second in range {
      if hasHearts {
        let felt =
          workout.hearts[max(0, second - heartDelay)] + Double.random(in: -heartNoise...heartNoise, using: &random)
        beats.append(Int16(felt.rounded()))
      }
      let speed = second == 0 ? 0 : workout.metres[second] - workout.metres[second - 1]
      if speed > 0.4 { moving += 1 }
      if hasPlaces, !workout.isIndoor, (second - range.lowerBound).isMultiple(of: 5) {
        let metre = 1 / 111_195.0
        places.append(
          PlaceSeries.Place(
            time: workout.start + clock + Double(second),
            latitude: workout.places[second].latitude + metre
              * Double.random(in: -placeNoise...placeNoise, using: &random),
            longitude: workout.places[second].longitude + metre
              * Double.random(in: -placeNoise...placeNoise, using: &random)))
      }
    }
    return Recording(
      id, sport: sport ?? workout.sport, start: start, elapsed: Double(range.count), moving: max(moving, 1),
      distance: (workout.metres[range.upperBound - 1] - workout.metres[range.lowerBound]) * distanceScale,
      hearts: HeartSeries(start: start, beats: beats), places: PlaceSeries(places))
  }
}

/// Two recordings, and whether they are of one workout.
struct LabelledPair {
  let name: String
  let one: Recording
  let other: Recording
  let isDuplicate: Bool
}

/// Pairs of the cases that make duplicates hard to find.
struct LabelledPairs {
  private var random: Seeded
  private var number = 0

  init(seed: String) throws { random = try FuzzPlan.generator(for: seed) }

  static let names: [(String, [String])] = [
    ("running", ["running", "Run", "trail_running", "TrailRun", "generic"]),
    ("cycling", ["cycling", "Ride", "road_biking", "MountainBikeRide", "workout"]),
    ("walking", ["walking", "Walk", "hiking", "other"]),
    ("swimming", ["swimming", "Swim", "open_water_swimming"]),
  ]

  private mutating func outdoors(minutes: ClosedRange<Double> = 15...120) -> Workout {
    let sport = LabelledPairs.names.randomElement(using: &random)?.0 ?? "running"
    return Workout(sport, at: moment(), minutes: minutes, random: &random)
  }

  private mutating func moment() -> Double { 1_780_000_000 + Double(Int.random(in: 0..<30_000_000, using: &random)) }

  private mutating func another(of sport: String) -> String {
    LabelledPairs.names.first { $0.0 == sport }?.1.randomElement(using: &random) ?? sport
  }

  private mutating func recorded(_ workout: Workout, _ change: (inout Recorder) -> Void = { _ in }) -> Recording {
    var recorder = Recorder(random: &random)
    change(&recorder)
    number += 1
    return recorder.record(workout, "r\(number)", random: &random)
  }

  mutating func next(_ index: Int) -> LabelledPair {
    let all = LabelledPairs.cases
    let (name, isDuplicate, make) = all[index % all.count]
    let (one, other) = make(&self)
    return Bool.random(using: &random)
      ? LabelledPair(name: name, one: one, other: other, isDuplicate: isDuplicate)
      : LabelledPair(name: name, one: other, other: one, isDuplicate: isDuplicate)
  }

  typealias Make = @Sendable (inout LabelledPairs) -> (Recording, Recording)

  static let cases: [(name: String, isDuplicate: Bool, make: Make)] = [
    ("one file in two services", true, { $0.oneFile() }), ("two devices", true, { $0.twoDevices() }),
    ("treadmill and watch", true, { $0.treadmill() }), ("virtual ride and watch", true, { $0.virtual() }),
    ("pauses left out", true, { $0.pauses() }), ("a privacy zone", true, { $0.privacyZone() }),
    ("a recording in two files", true, { $0.split() }), ("a wrong time zone", true, { $0.wrongZone() }),
    ("typed by hand", true, { $0.typed() }), ("a late back-fill", true, { $0.twoDevices() }),
    ("a ride and a run after it", false, { $0.brick() }), ("two persons apart", false, { $0.personsApart() }),
    ("two persons together", false, { $0.personsTogether() }), ("there and back", false, { $0.thereAndBack() }),
    ("warm-up and race", false, { $0.oneAfterTheOther() }), ("the same session again", false, { $0.again() }),
    ("a walk during a partner's ride", false, { $0.walkDuringRide() }), ("two typed by hand", false, { $0.twoTyped() }),
    ("part of another person's", false, { $0.partOfAnothers() }),
    ("two short ones in a row", false, { $0.shortOnes() }),
  ]

  // MARK: One workout

  private mutating func oneFile() -> (Recording, Recording) {
    let workout = outdoors()
    let one = recorded(workout)
    number += 1
    let isBare = Bool.random(using: &random)
    let other = Recording(
      "r\(number)", sport: another(of: workout.sport), start: one.start.rounded(), elapsed: one.elapsed.rounded(),
      moving: isBare ? nil : one.moving, distance: one.distance, hearts: isBare ? HeartSeries() : one.hearts,
      places: isBare ? PlaceSeries() : one.places)
    return (one, other)
  }

  private mutating func twoDevices() -> (Recording, Recording) {
    let workout = outdoors()
    let sport = another(of: workout.sport)
    return (recorded(workout), recorded(workout) { $0.sport = sport })
  }

  private mutating func treadmill() -> (Recording, Recording) {
    var workout = Workout("treadmill_running", at: moment(), random: &random)
    workout.isIndoor = true
    let scale = Double.random(in: 0.78...1.25, using: &random)
    return (
      recorded(workout) { $0.hasHearts = true },
      recorded(workout) {
        $0.sport = "running"
        $0.distanceScale = scale
        $0.hasHearts = true
      }
    )
  }

  private mutating func virtual() -> (Recording, Recording) {
    let workout = Workout("VirtualRide", at: moment(), random: &random)
    let one = recorded(workout)
    number += 1
    let watch = recorded(workout) {
      $0.sport = "indoor_cycling"
      $0.hasPlaces = false
    }
    return (
      one,
      Recording(
        watch.id, sport: watch.sport, start: watch.start, elapsed: watch.elapsed, moving: nil, hearts: watch.hearts)
    )
  }

  private mutating func pauses() -> (Recording, Recording) {
    let workout = outdoors()
    let (one, other) = (recorded(workout), recorded(workout))
    return (
      one,
      Recording(
        other.id, sport: other.sport, start: other.start, elapsed: other.moving ?? other.elapsed, moving: other.moving,
        distance: other.distance, hearts: other.hearts, places: other.places)
    )
  }

  private mutating func privacyZone() -> (Recording, Recording) {
    let workout = outdoors(minutes: 30...120)
    let hidden = Double.random(in: 150...500, using: &random) * (workout.sport == "swimming" ? 0.2 : 1)
    return (recorded(workout), recorded(workout) { $0.hidesEnds = hidden })
  }

  private mutating func split() -> (Recording, Recording) {
    let workout = outdoors(minutes: 40...120)
    let cut = Int(Double(workout.seconds) * Double.random(in: 0.3...0.7, using: &random))
    let takesFirst = Bool.random(using: &random)
    var recorder = Recorder(random: &random)
    recorder.clock = Double.random(in: -5...5, using: &random)
    number += 1
    let part = recorder.record(
      workout, "r\(number)", from: takesFirst ? 0..<cut : cut..<workout.seconds, random: &random)
    return (recorded(workout), part)
  }

  private mutating func wrongZone() -> (Recording, Recording) {
    let workout = outdoors()
    let zones: [Double] = [-10, -8, -5, -3, -2, -1, 1, 2, 3, 5.5, 5.75, 8, 9.5, 11]
    let hours = zones.randomElement(using: &random) ?? 1
    let (one, isOneFile) = (recorded(workout) { $0.hasHearts = true }, Bool.random(using: &random))
    let other = isOneFile ? one : recorded(workout) { $0.hasHearts = true }
    number += 1
    let shift = hours * 3600
    return (
      one,
      Recording(
        "r\(number)", sport: other.sport, start: other.start + shift, elapsed: other.elapsed, moving: other.moving,
        distance: other.distance, hearts: HeartSeries(start: other.hearts.start + shift, beats: other.hearts.beats),
        places: PlaceSeries(
          other.places.places.map {
            PlaceSeries.Place(time: $0.time + shift, latitude: $0.latitude, longitude: $0.longitude)
          }))
    )
  }

  private mutating func typed() -> (Recording, Recording) {
    let workout = outdoors(minutes: 25...120)
    let one = recorded(workout)
    return (one, byHand(one, sport: another(of: workout.sport)))
  }

  private mutating func byHand(_ recording: Recording, sport: String) -> Recording {
    number += 1
    let late = Double(Int.random(in: -2...2, using: &random)) * 120
    return Recording(
      "r\(number)", sport: sport, start: ((recording.start + late) / 300).rounded() * 300,
      elapsed: max(300, (recording.elapsed / 300).rounded() * 300),
      distance: recording.distance.map { max(500, ($0 / 500).rounded() * 500) }, isManual: true)
  }

  // MARK: Two workouts

  private mutating func brick() -> (Recording, Recording) {
    let ride = Workout("cycling", at: moment(), random: &random)
    let run = Workout("running", at: ride.end + Double.random(in: 5...240, using: &random), random: &random)
    return (recorded(ride), recorded(run))
  }

  private mutating func personsApart() -> (Recording, Recording) {
    let one = outdoors(minutes: 30...90)
    let other = Workout(
      one.sport, at: one.start + Double.random(in: -1200...1200, using: &random), minutes: 30...90, random: &random)
    return (recorded(one), recorded(other))
  }

  private mutating func personsTogether() -> (Recording, Recording) {
    let one = outdoors(minutes: 30...90)
    let other = one.together(random: &random)
    return (recorded(one) { $0.hasHearts = true }, recorded(other) { $0.hasHearts = true })
  }

  private mutating func thereAndBack() -> (Recording, Recording) {
    let one = outdoors(minutes: 15...60)
    // Some leave at the same minute of the hour.
    let later = Double(Int.random(in: 8...44, using: &random)) * 900 + Double.random(in: -90...90, using: &random)
    return (recorded(one), recorded(one.back(at: one.start + max(later, Double(one.seconds) + 300), random: &random)))
  }

  private mutating func oneAfterTheOther() -> (Recording, Recording) {
    let one = outdoors(minutes: 10...30)
    let next = Workout(
      one.sport, at: one.end + Double.random(in: 130...900, using: &random), minutes: 20...90, random: &random)
    return (recorded(one), recorded(next))
  }

  private mutating func again() -> (Recording, Recording) {
    var one = Workout("strength_training", at: moment(), minutes: 40...60, random: &random)
    one.isIndoor = true
    var other = Workout(
      "strength_training", at: one.start + Double(Int.random(in: 5...100, using: &random)) * 900, minutes: 40...60,
      random: &random)
    other.isIndoor = true
    return (recorded(one) { $0.hasPlaces = false }, recorded(other) { $0.hasPlaces = false })
  }

  private mutating func walkDuringRide() -> (Recording, Recording) {
    let ride = Workout("cycling", at: moment(), minutes: 60...120, random: &random)
    let walk = Workout(
      "walking", at: ride.start + Double.random(in: 0...1800, using: &random), minutes: 20...40, random: &random)
    return (recorded(ride), recorded(walk))
  }

  private mutating func twoTyped() -> (Recording, Recording) {
    let one = recorded(outdoors(minutes: 20...60))
    let other = recorded(
      Workout(
        one.sport, at: one.end + Double.random(in: 3600...30_000, using: &random), minutes: 20...60, random: &random))
    return (byHand(one, sport: one.sport), byHand(other, sport: other.sport))
  }

  private mutating func partOfAnothers() -> (Recording, Recording) {
    let one = Workout("running", at: moment(), minutes: 70...120, random: &random)
    let other = Workout(
      "running", at: one.start + Double.random(in: 0...2000, using: &random), minutes: 20...40, random: &random)
    return (recorded(one), recorded(other))
  }

  private mutating func shortOnes() -> (Recording, Recording) {
    let one = outdoors(minutes: 3...8)
    let next = Workout(
      one.sport, at: one.end + Double.random(in: 125...400, using: &random), minutes: 3...8, random: &random)
    return (recorded(one), recorded(next))
  }
}
