internal import Money

// Amounts in words: "eight hundred dollars", "a tenner", "18 pounds 50".
extension PhraseScanner {
  /// A number in words with its currency, or a name of a note.
  func spokenAmount(_ at: Int) -> Found<PhraseAmount>? {
    guard isWord(at), !isGlued(at) else { return nil }
    switch lexeme(at) {
    case .number: break
    case nil: guard text(at) == "a" || text(at).hasSuffix("er") || text(at).hasSuffix("ers") else { return nil }
    default: return nil
    }
    if let found = note(at) { return found }
    guard let (number, end) = spokenCount(at), number > 0 else { return nil }
    if text(end) == "grand" || text(end - 1) == "grand", isLast(text(end) == "grand" ? end + 1 : end) {
      let whole = text(end) == "grand" ? number * 1000 : number
      return whole <= 100_000_000
        ? Found(PhraseAmount(minor: whole * 100, currency: nil), text(end) == "grand" ? end + 1 : end) : nil
    }
    guard isWord(end), let (currency, behind) = currencyBehind(end) else { return nil }
    let (minor, isOver) = number.multipliedReportingOverflow(by: currency.scale)
    guard !isOver, minor <= Money.most else { return nil }
    guard let part = smallChange(behind, currency) else {
      return Found(PhraseAmount(minor: minor, currency: currency), behind)
    }
    return Found(PhraseAmount(minor: minor + part.value, currency: currency), part.end)
  }

  /// "a tenner", "two fivers".
  private func note(_ at: Int) -> Found<PhraseAmount>? {
    var (count, place) = (1, at)
    if text(at) == "a" || text(at) == "one" {
      place = at + 1
    } else if case .number(let number) = lexeme(at), number < 20 {
      (count, place) = (number, at + 1)
    }
    let worth: Int
    switch text(place) {
    case "tenner", "tenners": worth = 10
    case "fiver", "fivers": worth = 5
    case "quid" where text(at) == "a": worth = 1
    default: return nil
    }
    return Found(PhraseAmount(minor: count * worth * 100, currency: .pound), place + 1)
  }

  /// "eight hundred", "a hundred and twenty", "two thousand five hundred", "twenty-five": the number and the token behind it.
  func spokenCount(_ at: Int) -> (number: Int, end: Int)? {
    var (total, group, place) = (0, 0, at)
    var hasNumber = false
    if text(at) == "a", ["hundred", "thousand", "grand"].contains(text(at + 1)) {
      (group, place, hasNumber) = (1, at + 1, true)
    }
    while place < tokens.count {
      if case .number(let number) = lexeme(place) {
        // "five six" are two numbers.
        guard !hasNumber || group % 100 == 0 || group % 10 == 0 && number < 10 && group % 100 >= 20 else { break }
        group += number
        hasNumber = true
      } else if text(place) == "hundred", hasNumber, 1...99 ~= group {
        group *= 100
      } else if text(place) == "thousand" || text(place) == "grand", hasNumber, 1...999 ~= group, total == 0 {
        (total, group) = (group * 1000, 0)
      } else if text(place) == "and", hasNumber, group % 100 == 0, case .number = lexeme(place + 1) {
        place += 1
        continue
      } else if text(place) == "-", isGlued(place), isGlued(place + 1), hasNumber,
        case .number(let one) = lexeme(place + 1),
        one < 10
      {
        place += 1
        continue
      } else {
        break
      }
      place += 1
    }
    return hasNumber && place > at ? (total + group, place) : nil
  }

  /// The part behind the currency: "18 pounds 50", "3 euros and 20 cents", "five pounds fifty".
  func smallChange(_ at: Int, _ currency: Currency) -> Found<Int>? {
    guard currency.digits == 2, isWord(at - 1) else { return nil }
    let place = text(at) == "and" ? at + 1 : at
    var (part, end) = (0, place + 1)
    if let number = digits(place), length(place) == 2, !isGlued(place) {
      part = number
    } else if let (number, behind) = spokenCount(place), 1...99 ~= number {
      (part, end) = (number, behind)
    } else {
      return nil
    }
    if ["cents", "cent", "p", "pence"].contains(text(end)) { return Found(part, end + 1) }
    return place == at && part >= 5 && isLast(end) ? Found(part, end) : nil
  }

  /// Nothing follows that a number before it counts.
  func isLast(_ at: Int) -> Bool {
    guard at < tokens.count else { return true }
    return tokens[at].kind == .sign ? !isGlued(at + 1) || !isGlued(at) : isWord(at) && isFunction(at)
  }

  /// Whether the pounds at a token are a weight.
  func isWeight(_ at: Int) -> Bool {
    if text(at + 1) == "of" || text(at + 1) == "heavier" || text(at + 1) == "lighter" { return true }
    return tokens.contains {
      switch $0.text {
      case "lose", "lost", "losing", "gain", "gained", "weigh", "weighs", "weighed", "weight", "lift", "lifted",
        "bench",
        "dumbbell", "dumbbells", "kettlebell":
        true
      default: false
      }
    }
  }

  /// "tip for the hairdresser: 5": a number at the end behind a colon, and something that is paid for.
  func isTold(_ at: Int, _ end: Int) -> Bool {
    end == tokens.count && text(at - 1) == ":" && !isGlued(at) && at > 1 && hasBought && length(at) <= 4
  }
}
