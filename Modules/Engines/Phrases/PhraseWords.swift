/// Words that tell kinds of texts and categories apart.
enum PhraseWords {
  /// Money has been spent.
  static let spending: Set<String> = [
    "spent", "paid", "bought", "cost", "costs", "spend", "price", "charged", "expense", "donated", "tipped", "ordered",
    "gave", "lent",
  ]

  /// Something is to be done.
  static let doing: Set<String> = [
    "add", "answer", "arrange", "ask", "assemble", "back", "bake", "book", "bring", "brush", "buy", "call", "cancel",
    "change",
    "charge", "check", "clean", "clear", "collect", "complete", "confirm", "contact", "cook", "copy", "create", "cut",
    "deliver",
    "deposit", "discuss", "do", "download", "draft", "drop", "email", "e-mail", "empty", "exchange", "feed", "file",
    "fill",
    "find", "finish", "fix", "fold", "follow", "forward", "get", "give", "go", "hand", "hang", "help", "hire",
    "install",
    "invite", "iron", "learn", "mail", "make", "march", "measure", "message", "mow", "order", "organise", "organize",
    "pack", "paint",
    "pay", "phone", "pick", "plan", "plant", "post", "practice", "practise", "prepare", "print", "publish", "put",
    "read",
    "register", "remind", "remove", "renew", "repair", "replace", "reply", "report", "request", "research", "reserve",
    "return", "review", "ring", "run", "schedule", "see", "sell", "send", "set", "sign", "sort", "start", "stop",
    "study",
    "submit", "sweep", "take", "talk", "tell", "test", "text", "throw", "tidy", "transfer", "try", "turn", "update",
    "upload", "vacuum", "visit", "walk", "wash", "watch", "water", "wrap", "write", "remember", "need", "must",
    "should",
    "todo", "task", "reminder", "refill", "recharge", "return", "congratulate", "thank", "ship", "mop", "dust",
    "unpack",
    "upgrade", "verify", "apply", "backup", "hoover", "defrost", "apologise", "apologize", "move", "wake", "bring",
    "weed", "rake", "trim", "prune", "mend", "sharpen", "scan", "shred", "log", "note", "look", "decide", "choose",
    "compare", "rinse", "soak", "chop", "marinate", "thaw", "freeze", "boil", "grill", "swap", "switch", "rotate",
    "plug", "unplug", "lock", "unlock", "close", "shut", "borrow", "lend", "donate", "claim", "chase", "ping", "dm",
    "whatsapp", "facetime", "pitch", "revise", "memorise", "rehearse", "proofread", "edit", "translate", "transcribe",
    "debug", "deploy", "merge", "catch", "grab", "fetch", "nip", "pop", "use", "let", "keep", "speak", "chat",
    "build", "polish", "descale", "stock", "deal", "figure", "hem", "sew", "knit", "bleed", "lay",
    "varnish", "attach", "hide", "dig", "sow", "repot",
    "harvest", "groom", "bathe", "give", "queue", "enrol", "enroll", "rsvp", "vote", "reconcile",
    "invoice", "bleach", "unblock", "stretch", "meditate", "journal", "exercise", "eat", "drink", "teach", "skip",
    "hydrate", "moisturise", "floss", "shave", "declutter", "photograph", "laminate", "staple", "sanitise",
    "sterilise", "respond", "notify", "inform", "escalate", "resolve", "approve", "reject", "consider", "think",
    "brainstorm", "outline", "summarise", "summarize", "unsubscribe", "subscribe", "reset", "restart", "reboot",
    "charge", "sync", "archive", "delete", "rename", "reschedule", "postpone", "pre-order", "preorder", "topup",
    "find", "locate", "hunt", "quit", "resign", "settle", "withdraw", "redeem",
    "leave", "wear", "relax", "decorate", "carve", "wipe",
    "scrub", "disinfect", "rotate", "flip", "straighten", "gather", "assign",
    "recycle", "compost", "ditch", "hoard", "save", "set", "tune", "tighten", "replace", "rewire", "grout",
  ]

  /// Verbs of doing that are nouns as well, in front of one of `compounds`: "study group", "phone bill".
  static let nounsToo: Set<String> = [
    "study", "book", "watch", "walk", "run", "test", "water", "paint", "plant", "cook", "bake", "call", "text", "print",
    "visit", "phone", "board", "drop", "check", "return", "exchange", "practice", "review", "work", "market", "market",
    "post", "plan", "report", "sync", "pitch", "rest", "budget", "tax", "quote", "drive", "cycle", "sleep", "exercise",
    "sign", "thank", "spring", "bin", "pop", "oil", "help", "store", "insure", "charge", "change", "transfer", "cash",
    "iron", "dress", "chat", "price", "dry",
  ]

  /// Words that follow a noun in a compound.
  static let compounds: Set<String> = [
    "group", "club", "party", "night", "session", "class", "course", "workshop", "lesson", "tour", "circle", "day",
    "show",
    "fair", "festival", "match", "game", "trip", "bill", "bills", "fee", "fees", "meeting", "flight", "appointment",
    "drive",
    "retreat", "conference", "cleaning", "exam", "contract", "charge", "review", "rehearsal", "subscription",
  ]

  /// Verbs and words that say of a noun that it takes place.
  static let eventVerbs: Set<String> = [
    "arrives", "arriving", "visiting", "visits", "leaves", "leaving", "lands", "landing", "opens", "opening", "closed",
    "closes",
    "starts", "begins", "ends", "comes", "coming", "returns", "departs", "flies", "flying", "staying", "stays",
    "moving",
    "closing", "shut", "playing", "performing", "hosting", "performs", "turns", "moved", "rescheduled",
  ]

  /// Something takes place.
  static let happening: Set<String> = [
    "meeting", "meet", "lunch", "dinner", "breakfast", "brunch", "coffee", "drinks", "party", "appointment", "dentist",
    "doctor", "interview", "concert", "flight", "train", "class", "lesson", "lecture", "seminar", "workshop",
    "conference",
    "training", "practice", "rehearsal", "game", "match", "movie", "film", "theatre", "theater", "birthday", "wedding",
    "anniversary", "holiday", "vacation", "trip", "standup", "stand-up", "sync", "webinar", "exam", "haircut", "yoga",
    "gym",
    "festival", "funeral", "graduation", "picnic", "bbq", "barbecue", "date", "visit", "checkup", "check-up", "demo",
    "retro",
    "kickoff", "session", "choir", "football", "tennis", "swimming", "pilates", "opera", "exhibition", "reception",
    "event",
    "ceremony", "service", "hike", "tour", "retreat", "meetup", "catchup", "catch-up", "1:1", "therapy", "massage",
    "vet",
    "physio", "supper", "tea", "playdate", "reunion", "hearing", "orientation", "briefing", "debrief", "1on1",
    "interviews", "camp", "parade", "fair", "recital", "gala", "rugby", "cricket", "badminton", "squash", "basketball",
    "volleyball", "playgroup", "christening", "pageant", "market", "quiz", "fixture", "sleepover", "play", "show",
    "gig",
    "matinee", "ballet", "musical", "circus", "marathon", "race", "regatta", "ride", "tournament", "competition",
    "final",
    "launch", "premiere", "mass", "vigil", "carols", "nativity", "disco", "dance", "ball", "prom", "fete", "fayre",
    "bazaar", "raffle", "auction", "inspection", "mot", "viewing", "valuation", "handover", "induction", "onboarding",
    "scrum", "sprint", "townhall", "offsite", "inset", "strike", "bday", "b-day", "jubilee", "baptism", "housewarming",
    "cocktails", "potluck", "thanksgiving", "tasting", "cookout", "roast", "course", "tutorial", "symposium", "summit",
    "expo", "convention", "hackathon", "talk", "panel", "tryouts", "audition", "auditions", "league", "derby", "appt",
    "scan", "ultrasound", "x-ray", "mri", "vaccination", "jab", "jabs", "surgery", "operation", "consultation",
    "consult", "screening", "orthodontist", "hygienist", "optician", "chiropractor", "osteopath", "midwife", "groomer",
    "barber", "hairdresser", "manicure", "pedicure", "facial", "spa", "ferry", "departure", "arrival", "cruise",
    "safari", "camping", "skiing", "getaway", "honeymoon", "break", "delivery", "installation", "shift", "assembly",
    "mock", "viva", "poker", "bingo", "karaoke", "sauna", "zumba", "boxing", "karate", "judo", "ceilidh", "bake-off",
    "open-mic", "fireworks", "bonfire", "brownies", "scouts", "cubs", "guides", "bowls", "golf", "netball", "hockey",
    "soccer", "baseball", "softball", "lacrosse", "gymnastics", "crossfit", "spin", "bootcamp", "parkrun", "triathlon",
    "5k", "10k", "softplay", "nativity", "panto", "pantomime", "exams", "finals", "orchestra", "band", "checkup",
    "physical", "biopsy", "colonoscopy", "mammogram", "detention", "prizegiving", "prize-giving", "seder", "iftar",
    "communion", "confirmation", "bar-mitzvah", "shower", "babyshower", "hen", "stag", "cinema", "museum", "zoo",
    "webex", "zoom", "teams", "skype", "videocall", "mtg", "reservation", "hospital", "engineer", "plumber",
    "electrician", "technician",
    "gardener", "builder", "roofer", "handyman",
    "installer", "surveyor", "locksmith", "term", "1-1", "one-to-one", "one-on-one", "interview", "keynote",
    "photoshoot", "shoot", "recording", "soundcheck", "moving", "polls", "election", "referendum", "hearing",
    "church", "service", "worship", "sermon", "study-group", "podcast", "brunch", "housewarming", "evening", "matins",
    "anniversary", "closing", "opening", "handball", "climbing", "bouldering", "surfing", "sailing", "kayaking",
    "rowing",
    "running", "sightseeing", "babysitting", "parents'", "drop-in", "checkin", "check-in", "pickup", "viewings",
  ]

  /// "skip being collected", "water heater guy coming": the first word is no verb.
  static func isComing(_ words: [String]) -> Bool {
    words.dropFirst().first == "being"
      || words.dropFirst(2).contains { ["coming", "comes", "arrives", "arriving"].contains($0) }
        && !words.contains { ["if", "when", "whether", "who", "that", "before", "is", "are", "for"].contains($0) }
  }

  /// Words of `happening` that are verbs behind "to".
  private static let infinitives: Set<String> = [
    "ride", "play", "meet", "visit", "dance", "talk", "show", "race", "practice", "sync", "date", "launch", "break",
    "tour",
    "camp", "train", "band", "hike", "swim", "shoot", "scan",
  ]

  /// Whether words say that something takes place: one of `happening`, "open day", "leaving do".
  static func takesPlace(_ words: [String]) -> Bool {
    for (place, word) in words.enumerated() {
      // "teach Lily to ride"
      if place > 0, words[place - 1] == "to", infinitives.contains(word) { continue }
      if happening.contains(word) { return true }
      if word.hasSuffix("s"), happening.contains(String(word.dropLast())), word.utf8.count > 5 { return true }
      // "book club", "game night", "bin day", "stag do"
      if place > 0, ["club", "night", "group", "do", "day"].contains(word) {
        let before = words[place - 1]
        if word == "day" || word == "do"
          ? place == words.count - 1 && !["a", "the", "to", "one", "all"].contains(before) : true
        {
          return true
        }
      }
    }
    return false
  }

  /// Whether the text begins with a noun that is a verb elsewhere: "study group", "test drive".
  static func isCompound(_ words: [String]) -> Bool {
    guard words.count > 1 else { return false }
    if words[0] == "visit", words[1] == "from" { return true }
    if words[0] == "test", happening.contains(words.last ?? "") { return true }
    return nounsToo.contains(words[0]) && compounds.contains(words[1])
      && (words.count == 2 || ["at", "with", "in", "on", "for", "w"].contains(words[2])
        || words[1] == "group" || words[1] == "club" || words[1] == "bill")
  }

  /// A question or a greeting.
  static let asking: Set<String> = [
    "what", "when", "where", "who", "why", "how", "which", "is", "are", "am", "do", "does", "did", "can", "could",
    "may",
    "would", "will", "shall", "was", "were", "has", "have",
  ]

  static let greeting: Set<String> = [
    "hello", "hi", "hey", "thanks", "thank", "ok", "okay", "yes", "no", "bye", "sorry", "please", "lol", "cool",
    "great",
  ]

  /// Words that a remark begins with.
  static let interjections: Set<String> = [
    "lol", "haha", "hahaha", "wow", "ugh", "omg", "hmm", "yay", "yeah", "yep", "yup", "nope", "nah", "whatever", "sure",
    "sorry", "oops", "damn", "awesome", "perfect", "nice", "amazing", "brilliant", "congrats", "cheers", "exactly",
    "maybe", "definitely", "absolutely", "nevermind", "argh", "phew", "hello", "hi", "bye", "goodbye", "goodnight",
    "sounds",
  ]

  /// Whole greetings of several words.
  private static let greetings: Set<String> = [
    "hello there", "hi there", "hey there", "good morning", "good afternoon", "good evening", "good night", "good day",
    "happy birthday", "happy new year", "happy easter", "merry christmas", "nice to meet you", "see you",
    "see you later",
    "see you soon", "thanks a lot", "thank you", "thank you very much", "thank you so much", "well done", "haha",
    "hahaha",
    "congratulations", "congrats", "take care", "good luck", "never mind", "no problem", "you're welcome", "have fun",
    "have a nice day", "good morning everyone", "hello everyone", "just a minute", "one moment", "just a moment",
    "hang on", "hold on", "got it", "sounds good", "of course",
    "me too", "not sure", "i see", "no way", "no worries", "never mind", "well done everyone", "talk later",
    "see you soon",
    "thank you so much", "same here", "let me think", "good job", "my bad", "all good", "that's great", "great job",
  ]

  static func isGreeting(_ words: [String]) -> Bool {
    words.allSatisfy(greeting.contains) || greetings.contains(words.joined(separator: " "))
  }

  /// The persons that something is said of.
  static let persons: Set<String> = ["i", "he", "she", "they", "it", "we", "you", "that", "this", "there"]

  /// The subject of a statement, and whether the word has its verb: "I'm", "it's".
  static func subject(of word: String) -> (word: String, isShort: Bool)? {
    if persons.contains(word) { return (word, false) }
    if word == "im" || word == "its" || word == "thats" { return (String(word.dropLast()), true) }
    guard let apostrophe = word.firstIndex(of: "'") else { return nil }
    let subject = String(word[..<apostrophe])
    return persons.contains(subject) ? (subject, true) : nil
  }

  /// States of somebody, behind "Molly's".
  static let states: Set<String> = [
    "allergic", "ill", "sick", "late", "asleep", "pregnant", "vegan", "vegetarian", "home", "busy", "engaged", "right",
    "wrong",
    "great", "awful", "lovely", "fine", "tired", "not", "lactose", "diabetic",
  ]

  /// Beginnings of wishes and thanks, whatever day they name.
  private static let wishes: Set<String> = [
    "good luck", "well done", "see you", "thank you", "thanks so", "thanks for", "thanks a", "lovely to", "nice to",
    "great to",
    "good to", "have fun", "take care", "have a nice", "have a good", "have a great", "have a lovely", "hope you",
    "happy birthday",
    "happy new", "merry christmas", "sounds good", "looking forward",
  ]

  static func isWish(_ words: [String]) -> Bool {
    words.count <= 8 && (2...3).contains { wishes.contains(words.prefix($0).joined(separator: " ")) }
      && !words.contains { ["card", "cards", "party", "present", "gift", "cake"].contains($0) }
  }

  /// Verbs that tell of somebody or something in the third person.
  static let telling: Set<String> = [
    "has", "had", "hurts", "aches", "lives", "works", "sucks", "rocks", "smells", "sounds", "tastes", "seems", "looks",
  ]

  /// Verbs that say how somebody is or thinks.
  static let stating: Set<String> = [
    "feel", "feels", "love", "loves", "like", "likes", "hate", "hates", "think", "thinks", "know", "knows", "guess",
    "believe", "wish", "hope", "wonder", "miss", "misses", "forgot", "am", "prefer", "agree", "mean", "can't", "cannot",
    "don't", "doesn't", "seem", "seems", "look", "looks", "may", "might", "could", "understand", "remember", "enjoy",
  ]

  private static let pastVerbs: Set<String> = [
    "went", "was", "were", "had", "did", "saw", "met", "ate", "got", "made", "took", "came", "ran", "slept", "felt",
    "found",
    "forgot", "gave", "heard", "knew", "left", "lost", "read", "said", "sent", "spoke", "swam", "thought", "told",
    "won", "wrote",
  ]

  /// Whether a verb tells of the past: "went", "walked".
  static func isPast(_ verb: String) -> Bool {
    pastVerbs.contains(verb) || verb.hasSuffix("ed") && verb.utf8.count > 4 && verb != "need"
  }

  /// Whether a text that begins with this word records what was done: "ran 5k", "finished the book".
  static func isRecord(_ verb: String) -> Bool {
    if ["slept", "ran", "went", "ate", "drank", "swam", "woke", "felt", "did", "had", "saw", "met", "got"].contains(
      verb)
    {
      return true
    }
    guard verb.hasSuffix("ed"), verb.utf8.count > 4 else { return false }
    let stem = String(verb.dropLast(2))
    return doing.contains(stem) || doing.contains(stem + "e")
  }

  /// The categories of what is bought.
  static let categories: [String: String] = {
    var table: [String: String] = [:]
    let words = [
      "groceries":
        "groceries grocery supermarket milk bread eggs vegetables fruit cheese aldi lidl rewe edeka tesco walmart cheese meat butter",
      "food":
        "lunch dinner breakfast brunch coffee food restaurant pizza burger sushi cafe café takeaway takeout snack snacks beer wine drinks bar pub starbucks mcdonalds kebab ramen tea cappuccino espresso sandwich icecream dessert meal bakery croissant tip",
      "transport":
        "taxi uber cab bus train metro subway tram fuel gas petrol diesel parking toll ticket lyft bike scooter underground ferry gasoline",
      "housing": "rent mortgage furniture repairs plumber electrician ikea lamp sofa",
      "bills":
        "electricity water internet phone insurance bill bills subscription netflix spotify mobile heating utilities broadband tax taxes fee",
      "health": "pharmacy medicine doctor dentist gym vitamins glasses hospital prescription physio therapy",
      "shopping":
        "clothes shoes shirt jacket amazon headphones laptop gadget dress jeans charger book-shop keyboard socks coat",
      "leisure": "cinema movie movies concert museum game games theatre theater zoo party hobby football tickets",
      "travel": "hotel flight flights airbnb hostel visa luggage airfare",
      "family": "kids nanny babysitter school-trip toys toy diapers nappies daycare gift present flowers",
      "education": "course book books tuition school university class lesson",
    ]
    for (category, list) in words {
      for word in list.split(separator: " ") { table[String(word)] = category }
    }
    return table
  }()
}

extension PhraseScanner {
  /// The text tells of money that was spent.
  var hasSpending: Bool { tokens.contains { $0.kind == .word && PhraseWords.spending.contains($0.text) } }

  /// The text names something that is bought.
  var hasBought: Bool { category != nil }

  /// The category of the first word that has one.
  var category: String? {
    for token in tokens where token.kind == .word {
      if let category = PhraseWords.categories[token.text] { return category }
      if token.text.hasSuffix("s"), let category = PhraseWords.categories[String(token.text.dropLast())] {
        return category
      }
    }
    return nil
  }
}
