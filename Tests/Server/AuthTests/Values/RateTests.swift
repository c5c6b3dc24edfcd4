import Testing

@testable import Auth

@Suite("Rate limiter")
struct RateTests {
  private let rate = Rate(5, per: 10)

  @Test("a bucket allows a burst, then refills one by one, and is full again after a while")
  func bursts() {
    var buckets = Buckets()
    for _ in 0..<5 { #expect(buckets.take(.signIn("a"), rate, at: 0) == nil) }
    #expect(buckets.take(.signIn("a"), rate, at: 0) == 2)
    #expect(buckets.take(.signIn("a"), rate, at: 1) == 2)
    #expect(buckets.take(.signIn("a"), rate, at: 1999) == 1)
    #expect(buckets.take(.signIn("a"), rate, at: 2000) == nil)
    #expect(buckets.take(.signIn("a"), rate, at: 2000) == 2)
    for _ in 0..<5 { #expect(buckets.take(.signIn("a"), rate, at: 100_000) == nil) }
    #expect(buckets.take(.signIn("a"), rate, at: 100_000) != nil)
  }

  @Test("each kind of request and each client has its own bucket")
  func apart() {
    var buckets = Buckets()
    for _ in 0..<5 { _ = buckets.take(.signIn("a"), rate, at: 0) }
    #expect(buckets.take(.signIn("b"), rate, at: 0) == nil)
    #expect(buckets.take(.signUp("a"), rate, at: 0) == nil)
    #expect(buckets.take(.signIn("a"), rate, at: 0) != nil)
  }

  @Test("a clock that goes back blocks a client for one period at most")
  func clock() {
    var buckets = Buckets()
    for _ in 0..<5 { _ = buckets.take(.mail("a"), rate, at: 1_000_000) }
    let wait = buckets.take(.mail("a"), rate, at: 0)
    #expect(wait.map { $0 <= 10 } == true)
    #expect(buckets.take(.mail("a"), rate, at: 10_000) == nil)
  }

  @Test("the table is bounded and keeps the bucket of a steady client")
  func bounded() {
    var buckets = Buckets(100)
    let never = Rate(1, per: 1_000_000)
    #expect(buckets.take(.verify("steady"), never, at: 0) == nil)
    for number in 0..<10_000 {
      _ = buckets.take(.verify("\(number)"), rate, at: number)
      if number % 20 == 0 { #expect(buckets.take(.verify("steady"), never, at: number) != nil) }
    }
    #expect(buckets.count <= 100)
  }

  @Test("a token that is given back is there again, also in the older generation")
  func givenBack() {
    var buckets = Buckets(4)
    for _ in 0..<5 { #expect(buckets.take(.signIn("a"), rate, at: 0) == nil) }
    buckets.giveBack(.signIn("a"), rate)
    #expect(buckets.take(.signIn("a"), rate, at: 0) == nil)
    for other in ["b", "c"] { _ = buckets.take(.signIn(other), rate, at: 0) }
    buckets.giveBack(.signIn("a"), rate)
    #expect(buckets.take(.signIn("a"), rate, at: 0) == nil)
    #expect(buckets.take(.signIn("a"), rate, at: 0) != nil)
    buckets.giveBack(.signIn("unknown"), rate)
  }

  @Test("a rate of zero refuses every request")
  func none() {
    var buckets = Buckets()
    #expect(buckets.take(.mail("a"), Rate(0, per: 60), at: 0) == 60)
  }
}
