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
    "upgrade", "verify", "apply", "backup", "hoover", "defrost", "apologise", "apologize",
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
    "volleyball", "playgroup", "christening", "pageant",
  ]

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

  /// Whole greetings of several words.
  private static let greetings: Set<String> = [
    "hello there", "hi there", "hey there", "good morning", "good afternoon", "good evening", "good night", "good day",
    "happy birthday", "happy new year", "happy easter", "merry christmas", "nice to meet you", "see you",
    "see you later",
    "see you soon", "thanks a lot", "thank you", "thank you very much", "thank you so much", "well done", "haha",
    "hahaha",
    "congratulations", "congrats", "take care", "good luck", "never mind", "no problem", "you're welcome", "have fun",
    "have a nice day", "good morning everyone", "hello everyone",
  ]

  static func isGreeting(_ words: [String]) -> Bool {
    words.allSatisfy(greeting.contains) || greetings.contains(words.joined(separator: " "))
  }

  /// The persons that something is said of.
  static let persons: Set<String> = ["i", "he", "she", "they", "it", "we", "you"]

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
  var hasBought: Bool { tokens.contains { $0.kind == .word && PhraseWords.categories[$0.text] != nil } }

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
