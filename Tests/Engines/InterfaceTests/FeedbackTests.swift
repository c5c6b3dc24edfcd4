import Covers
import Foundation
import JSON
import Kernel
import Plot
import SchemaCheck
import Testing

@testable import Interface

@Suite("Feedback beside the picture")
struct FeedbackTests {
  static let every = Feedback.Haptics.allCases.flatMap { haptics in
    [true, false].flatMap { sounds in
      [true, false].map { Feedback(haptics: haptics, sounds: sounds, captions: $0) }
    }
  }

  @Test("vibrates as strongly as the person wants, or not at all", arguments: Haptic.allCases)
  func intensity(kind: Haptic) throws {
    #expect(Cue(kind, under: Feedback(haptics: .off)) == nil)
    let light = try #require(Cue(kind, under: Feedback(haptics: .light))).vibration
    let strong = try #require(Cue(kind, under: Feedback(haptics: .strong))).vibration
    #expect(!light.isEmpty && light.count == strong.count)
    // The rests between the parts stay, so that the pattern is recognised.
    for (index, pair) in zip(light, strong).enumerated() {
      #expect(index.isMultiple(of: 2) ? pair.1 > 2 * pair.0 : pair.1 == pair.0)
    }
  }

  @Test("is silent unless sounds are on, with or without vibration", arguments: Haptic.allCases)
  func sounds(kind: Haptic) throws {
    for haptics in Feedback.Haptics.allCases {
      #expect(Cue(kind, under: Feedback(haptics: haptics)).map(\.pitches.isEmpty) ?? true)
      let cue = try #require(Cue(kind, under: Feedback(haptics: haptics, sounds: true)))
      #expect(!cue.pitches.isEmpty && cue.vibration.isEmpty == (haptics == .off))
      #expect(cue.pitches.allSatisfy { 100...4000 ~= $0.hertz && 10...500 ~= $0.milliseconds })
    }
  }

  @Test(
    "marks the edge of the screen with every alert that sounds, and names the sound in captions",
    .covers("yh-S04.7.3-B4"), arguments: every)
  func visible(feedback: Feedback) {
    for kind in Haptic.allCases where kind != .selection {
      guard let cue = Cue(kind, under: feedback) else { continue }
      #expect(cue.pitches.isEmpty || cue.marksEdge)
      #expect((cue.caption != nil) == (feedback.sounds && feedback.captions))
      // Somebody who wants captions and no sound sees the alert as well.
      #expect(cue.marksEdge || !feedback.captions)
    }
  }

  @Test("survives a round trip in an appearance, and is left out where nothing was chosen", arguments: every)
  func coded(feedback: Feedback) throws {
    let check = SchemaCheck(Schema.frame)
    for limits in TimeLimits.allCases {
      for contrast in ContrastChoice.allCases {
        var frame = Specimens.frame([])
        frame.appearance = Appearance(contrast: contrast, feedback: feedback, timeLimits: limits)
        let json = try JSON(encoding: frame)
        #expect(check.faults(of: json).isEmpty)
        #expect(try JSONDecoder().decode(Frame.self, from: JSON.data(frame)) == frame)
        let isUsual = frame.appearance == Appearance()
        #expect(json["appearance"]?.object?.count == 4 || !isUsual)
      }
    }
  }
}

@Suite("More contrast")
struct MoreContrastTests {
  @Test("gives text and marks a contrast of seven on every ground")
  func seven() {
    for scheme in Scheme.allCases {
      let tokens = Theme.plain.tokens(for: scheme, .more)
      #expect(tokens.ground == tokens.card)
      let fronts =
        [tokens.ink, tokens.softInk, tokens.accent, tokens.border, tokens.hairline, tokens.focus]
        + tokens.everyHue.values + Tone.allCases.map { tokens.colour(.tone($0)) }
      for front in fronts { #expect(front.contrast(with: tokens.ground) >= 7) }
      for tone in Tone.allCases {
        #expect(tokens.colour(.tone(tone)).contrast(with: tokens.colour(.banner(tone))) >= 7)
      }
      #expect(tokens.onAccent.contrast(with: tokens.accent) >= 7)
      #expect(Theme.plain.tokens(for: scheme, .system) == Theme.plain.tokens(for: scheme))
    }
  }
}
