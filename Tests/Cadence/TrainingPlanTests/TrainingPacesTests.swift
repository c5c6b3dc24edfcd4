import Testing

@testable import TrainingPlan

@Suite("Training paces") struct TrainingPacesTests {
  typealias Row = (
    vdot: Double, fast: Double, slow: Double, marathon: Double, threshold: Double, interval: Double, lap: Double
  )

  /// The third edition of Daniels' Running Formula, in seconds: easy (fast and slow), marathon, threshold and interval for a
  /// kilometre, repetitions for 400 m. Intervals below a VDOT of 37 are printed for 400 m, repetitions below 34 for 200 m. The
  /// slow end of easy at 72 is printed as 4:00, between 4:12 and 4:07; it is taken to be 4:10.
  static let printed: [Row] = [
    (30, 447, 494, 423, 384, 355, 134),
    (31, 436, 482, 412, 374, 345, 130),
    (32, 425, 472, 400, 365, 335, 126),
    (33, 415, 461, 390, 356, 327.5, 122),
    (34, 405, 451, 380, 348, 320, 120),
    (35, 396, 441, 370, 340, 312.5, 117),
    (36, 387, 431, 361, 333, 305, 114),
    (37, 379, 422, 353, 326, 300, 111),
    (38, 371, 414, 345, 319, 294, 108),
    (39, 363, 406, 337, 312, 288, 106),
    (40, 356, 398, 329, 306, 282, 104),
    (41, 349, 391, 322, 300, 276, 102),
    (42, 342, 383, 316, 294, 271, 100),
    (43, 335, 376, 309, 289, 266, 98),
    (44, 329, 370, 303, 283, 261, 96),
    (45, 323, 363, 297, 278, 256, 94),
    (46, 317, 357, 291, 273, 252, 92),
    (47, 312, 351, 286, 269, 247, 90),
    (48, 307, 345, 281, 264, 243, 89),
    (49, 301, 340, 276, 260, 239, 88),
    (50, 296, 334, 271, 255, 235, 87),
    (51, 292, 329, 267, 251, 231, 86),
    (52, 287, 324, 262, 247, 228, 85),
    (53, 283, 319, 258, 244, 224, 84),
    (54, 278, 314, 254, 240, 221, 82),
    (55, 274, 310, 250, 236, 217, 81),
    (56, 270, 305, 246, 233, 214, 80),
    (57, 266, 301, 243, 230, 211, 79),
    (58, 262, 297, 239, 226, 208, 77),
    (59, 259, 293, 236, 223, 205, 76),
    (60, 255, 289, 232, 220, 203, 75),
    (61, 251, 285, 229, 217, 200, 74),
    (62, 248, 281, 226, 214, 197, 73),
    (63, 245, 278, 223, 212, 195, 72),
    (64, 242, 274, 220, 209, 192, 71),
    (65, 239, 271, 217, 206, 190, 70),
    (66, 236, 268, 214, 204, 188, 69),
    (67, 233, 264, 211, 201, 185, 68),
    (68, 230, 261, 209, 199, 183, 67),
    (69, 227, 258, 206, 196, 181, 66),
    (70, 224, 255, 204, 194, 179, 65),
    (71, 222, 252, 201, 192, 177, 64),
    (72, 220, 250, 199, 190, 175, 63),
    (73, 217, 247, 196, 188, 173, 63),
    (74, 214, 244, 194, 186, 171, 62),
    (75, 212, 241, 192, 184, 169, 61),
    (76, 210, 238, 190, 182, 168, 60),
    (77, 208, 236, 188, 180, 166, 59),
    (78, 205, 233, 186, 178, 164, 59),
    (79, 203, 231, 183, 176, 162, 58),
    (80, 201, 229, 181, 174, 161, 58),
    (81, 199, 226, 180, 173, 159, 57),
    (82, 197, 224, 178, 171, 158, 56),
    (83, 195, 222, 176, 169, 156, 56),
    (84, 193, 220, 174, 168, 155, 55),
    (85, 191, 218, 172, 166, 153, 55),
  ]

  @Test("Paces are within half a percent of the table, and within a second of it as they are shown", arguments: printed)
  func table(_ row: Row) {
    let shown = TrainingPaces(VDOT(row.vdot))
    func check(_ effort: Effort, _ seconds: Double, slow: Double? = nil) {
      let exact = TrainingPaces.exact(effort, VDOT(row.vdot))
      #expect(abs(exact.lowerBound / seconds - 1) < 0.005, "\(effort) at \(row.vdot)")
      #expect(abs(exact.upperBound / (slow ?? seconds) - 1) < 0.005, "\(effort) at \(row.vdot)")
      #expect(
        abs(Double(shown[effort].lowerBound) - seconds) <= 1
          && abs(Double(shown[effort].upperBound) - (slow ?? seconds)) <= 1)
    }
    check(.easy, row.fast, slow: row.slow)
    check(.marathon, row.marathon)
    check(.threshold, row.threshold)
    check(.interval, row.interval)
    check(.repetition, row.lap / 0.4)
  }

  @Test("No pace jumps: a tenth of a VDOT changes none by more than two seconds")
  func steps() {
    for tenths in 300..<850 {
      let (now, next) = (TrainingPaces(VDOT(Double(tenths) / 10)), TrainingPaces(VDOT(Double(tenths + 1) / 10)))
      for effort in Effort.allCases {
        #expect(0...2 ~= now[effort].lowerBound - next[effort].lowerBound, "\(effort) at \(tenths)")
      }
    }
  }
}
