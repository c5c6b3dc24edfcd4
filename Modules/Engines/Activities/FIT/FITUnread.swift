/// Parts of a FIT file that are not handed out, by their messages and fields.
struct FITUnread: OptionSet, Hashable {
  let rawValue: UInt32

  static let developerFields = FITUnread(rawValue: 1)
  static let runningDynamics = FITUnread(rawValue: 1 << 1)
  static let cyclingDynamics = FITUnread(rawValue: 1 << 2)
  static let balance = FITUnread(rawValue: 1 << 3)
  static let ascent = FITUnread(rawValue: 1 << 4)
  static let training = FITUnread(rawValue: 1 << 5)
  static let breathing = FITUnread(rawValue: 1 << 6)
  static let lengths = FITUnread(rawValue: 1 << 7)
  static let dives = FITUnread(rawValue: 1 << 8)
  static let points = FITUnread(rawValue: 1 << 9)
  static let sums = FITUnread(rawValue: 1 << 10)
  static let beats = FITUnread(rawValue: 1 << 11)
  static let sets = FITUnread(rawValue: 1 << 12)
  static let segments = FITUnread(rawValue: 1 << 13)
  static let zones = FITUnread(rawValue: 1 << 14)
  static let plan = FITUnread(rawValue: 1 << 15)
  static let devices = FITUnread(rawValue: 1 << 16)
  static let sensors = FITUnread(rawValue: 1 << 17)
  static let sport = FITUnread(rawValue: 1 << 18)
  static let tornHearts = FITUnread(rawValue: 1 << 19)

  private static let names: [(FITUnread, String)] = [
    (.sport, "sports of unknown numbers"), (.runningDynamics, "running dynamics"),
    (.cyclingDynamics, "cycling dynamics"), (.balance, "left/right balance"), (.ascent, "ascent and descent"),
    (.training, "training effects and loads"), (.breathing, "breathing rates"), (.lengths, "lengths of the pool"),
    (.dives, "figures of dives"), (.beats, "times between heartbeats"),
    (.tornHearts, "heart rates of a strap without their times"), (.sets, "sets of strength training"),
    (.segments, "segments"), (.zones, "times in zones"), (.plan, "the planned workout"), (.sensors, "raw sensor data"),
    (.developerFields, "developer fields"), (.points, "further values of points"), (.sums, "further sums"),
    (.devices, "devices"),
  ]

  var words: [String] { FITUnread.names.filter { contains($0.0) }.map(\.1) }

  /// The part that a whole message is.
  static func message(_ number: UInt16) -> FITUnread {
    switch number {
    case 23: .devices
    case 26, 27: .plan
    case 78, 290, 372: .beats
    case 101: .lengths
    case 142: .segments
    case 164, 165, 167, 208, 209, 210: .sensors
    case 216: .zones
    case 225: .sets
    case 259, 268, 319, 323: .dives
    default: []
    }
  }

  /// The part that a field is; none for those that are read, or that follow from what is read.
  static func field(_ number: UInt8, of message: UInt16) -> FITUnread {
    switch message {
    case 18: session(number)
    case 19: lap(number)
    case 20: point(number)
    default: []
    }
  }

  private static func point(_ number: UInt8) -> FITUnread {
    switch number {
    case 0...8, 13, 73, 78, 253, 62: []
    case 39...41, 83...85: .runningDynamics
    case 30: .balance
    case 43...47, 67...72: .cyclingDynamics
    case 99, 108: .breathing
    case 92...98, 123...127, 129: .dives
    default: .points
    }
  }

  private static func session(_ number: UInt8) -> FITUnread {
    switch number {
    case 22, 23, 199, 200: .ascent
    case 24, 34...36, 137, 168: .training
    case 33, 41...44, 47, 79, 80, 85: .lengths
    case 37: .balance
    case 65...68: .zones
    case 89...91, 132...134: .runningDynamics
    case 101...105, 112...123: .cyclingDynamics
    case 140...146, 155, 156: .dives
    case 147...149, 169, 170, 180: .breathing
    case 13, 45, 48, 82...84, 87, 88, 95...100, 106, 107, 108, 129...131, 181...187, 192...198, 208...210: .sums
    default: []
    }
  }

  private static func lap(_ number: UInt8) -> FITUnread {
    switch number {
    case 21, 22, 156, 157: .ascent
    case 33: .training
    case 32, 35, 37, 38, 40, 73, 75, 90: .lengths
    case 34: .balance
    case 57...60: .zones
    case 77...79, 118...120: .runningDynamics
    case 91...95, 98...109: .cyclingDynamics
    case 122, 123: .dives
    case 136, 137, 147, 148: .breathing
    case 11, 12, 41: .sums
    default: []
    }
  }
}
