internal import Days
internal import Forms
internal import Interface
internal import Kernel
internal import Numbers
internal import Platform
internal import SoberDays
internal import Storage

// The person's choices: programme, money, and whom to call.
extension SobrietyState {
  /// The currencies that are offered; any other code can be typed nowhere, so the list is long enough for the regions.
  static let currencies = [
    "AUD", "BRL", "CAD", "CHF", "CNY", "CZK", "DKK", "EUR", "GBP", "HUF", "INR", "JPY", "KRW", "MXN", "NOK", "NZD",
    "PLN",
    "RON", "SEK", "TRY", "UAH", "USD", "ZAR",
  ]

  static func usualCurrency(_ locale: String) -> String {
    switch locale.split(separator: "-").last.map({ $0.uppercased() }) {
    case "US": "USD"
    case "GB": "GBP"
    case "AU": "AUD"
    case "CA": "CAD"
    case "CH": "CHF"
    default: "EUR"
    }
  }

  func planForm(_ now: Moment) -> PlanForm {
    let numbers = NumberNotation(locale: now.locale)
    return PlanForm(
      programme: programme.id,
      amount: plan.dailyHundredths.map { numbers.text(Double($0) / 100) } ?? "",
      currency: plan.currency ?? SobrietyState.usualCurrency(now.locale),
      region: offer.crisis.region(chosen: plan.region, locale: now.locale)?.id ?? CrisisCard.elsewhere,
      contactName: plan.contactName ?? "", contactPhone: plan.contactPhone ?? "")
  }

  /// The choices as they are typed in a window, or else as they are stored.
  func planForm(_ local: SobrietyWindowState, _ now: Moment) -> PlanForm {
    guard let typed = local.forms[.plan]?.values else { return planForm(now) }
    return PlanForm(
      programme: typed[.programme], amount: typed[.amount], currency: typed[.currency], region: typed[.region],
      contactName: typed[.contactName], contactPhone: typed[.contactPhone])
  }

  mutating func fillPlan(_ field: PlanField, _ text: String, in window: WindowID, _ now: Moment) -> Steps {
    var form = planForm(windows[window], now)
    switch field {
    case .programme: if offer.programmes.contains(where: { $0.id == text }) { form.programme = text }
    case .amount: form.amount = String(text.prefix(NumberNotation.longest))
    case .currency: if DailySpending.isCode(text) { form.currency = text }
    case .region:
      if text == CrisisCard.elsewhere || offer.crisis.regions.contains(where: { $0.id == text }) { form.region = text }
    case .contactName: form.contactName = text.bounded(SobrietyPlan.longestName)
    case .contactPhone: form.contactPhone = text.bounded(SobrietyPlan.longestPhone)
    }
    return type(.plan, in: window, at: now) { $0 = form.values }
  }

  /// The locale in which the amount is typed.
  func planLocale(_ local: SobrietyWindowState, _ now: Moment) -> String {
    (local.forms[.plan]?.located(now) ?? now).locale
  }

  /// The typed amount in hundredths, nil when none is typed, or what is wrong with it.
  func typedAmount(_ form: PlanForm, _ locale: String) -> Result<Int?, NumberComplaint> {
    if form.amount.isBlank { return .success(nil) }
    do throws(NumberComplaint) {
      let most = Double(DailySpending.most) / 100
      let number = try NumberNotation(locale: locale).fraction(form.amount, in: 0.01...most, such: "7.5")
      return .success(Int((number * 100).rounded()))
    } catch {
      return .failure(error)
    }
  }

  func phoneComplaint(_ form: PlanForm) -> String? {
    form.contactPhone.isBlank || CrisisCard.isNumber(form.contactPhone)
      ? nil : "Enter a telephone number, such as +44 20 7946 0000."
  }

  mutating func savePlan(in window: WindowID, _ now: Moment) -> Steps {
    let local = windows[window]
    let form = planForm(local, now)
    windows[window].isPlanTried = true
    guard case .success(let amount) = typedAmount(form, planLocale(local, now)), phoneComplaint(form) == nil else {
      return []
    }
    windows[window].problem = nil
    var plan = plan
    plan.programme = form.programme
    plan.dailyHundredths = amount
    plan.currency = amount == nil ? nil : form.currency
    let usual = offer.crisis.region(chosen: nil, locale: now.locale)?.id ?? CrisisCard.elsewhere
    // What the locale says anyway is not stored, so that it goes along on a journey.
    plan.region = form.region == usual ? nil : form.region
    plan.contactName = form.contactName.isBlank ? nil : form.contactName.replacing("\0", with: "")
    plan.contactPhone = form.contactPhone.isBlank ? nil : form.contactPhone
    return save(.plan(plan), in: window)
  }
}
