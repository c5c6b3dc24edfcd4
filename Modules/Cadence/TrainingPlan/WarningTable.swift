/// The patterns of signs, and the lists of words that they name.
enum WarningTable {
  // MARK: Lists

  static let lists: [String: WordSet] = [
    "ache": WordSet("pain|pains|painful|hurt|hurts|hurting|ache|aches|aching|burning|burns|stabbing|sore"),
    "pain": WordSet(
      "pain|pains|painful|hurt|hurts|hurting|ache|aches|aching|tight|tightness|tightens|tightening|tightened|pressure|"
        + "squeez*|burning|burns|crushing|crushed|heavy|heaviness|stabbing|discomfort|constrict*|pinching|sting*|weird|"
        + "strange|odd|funny|sharp|numb"),
    "unable": WordSet("cant|cannot|couldnt|unable|barely|hardly"),
    "chest": WordSet("chest|breastbone|sternum|ribcage"),
    "urine": WordSet("urine|pee|wee|piss"), "stool": WordSet("stool|stools|poo|poop|diarrhea|diarrhoea"),
    "brown": WordSet("brown|red|black|rust*"),
    "ask": WordSet("prevent|prevents|avoid|risk|risks|cause|causes|reduce|reduces|lower"),
    "errands": WordSet("dog|dogs|office|work|school|kids|bus"),
    "figures": WordSet("plan|form|pace|arch|arches|schedule|motivation|tent|bridge|routine"),
    "past": WordSet(
      "ago|healed|recovered|past|history|formerly|years|childhood|2015|2016|2017|2018|2019|2020|2021|2022|2023|2024"),
    "then": WordSet(
      "yesterday|morning|earlier|night|week|last|before|ago|hour|hours|"
        + "monday|tuesday|wednesday|thursday|friday|saturday|sunday"
    ),
    "leg": WordSet("leg|calf|calves|thigh|shin|arm"),
    "bone": WordSet("shin|tibia|foot|heel|hip|groin|metatarsal|bone|femur|fibula|pelvis|leg|ankle|knee|back"),
  ]

  static let unable = WordSet("@unable")
  static let rest = WordSet(
    "rest|resting|sitting|sit|lying|lie|bed|asleep|sleep|sleeping|night|nothing|couch|sofa|still|desk")
  static let fast = WordSet("racing|races|raced|pounding|pounds|hammering|flying")
  static let breathless = [
    WarningPattern.row("short|shortness|out of breath", gap: 0),
    .near("trouble|difficulty|struggle|struggling|hard breathing|breathe", 2),
    .row("breathless|breathlessness|gasping"),
  ]
  /// Occasions on which nobody should be short of breath.
  static let effortless = [WarningPattern.row("chest|talking|walking|walk|stairs|step|flight")]
  static let numbers: [String: Double] = ["eight": 8, "nine": 9, "ten": 10]

  /// Words in a row that are one thing, and harmless or told by a name of their own.
  static let compounds: [(row: [WordSet], word: String)] = [
    ("can|could not", "cant"), ("not able", "cant"), ("any more", "anymore"),
    ("chest|heart strap|straps|band|belt|press|presses|day|workout|freezer|muscles|fly|flies|monitor", "gear"),
    ("resting heart rate", "restingrate"), ("heart rate|rates|beat|beats", "heartrate"), ("heart zone|zones", "gear"),
    ("blood test|tests|pressure|sugar|type|oxygen|donation|orange", "gear"), ("blood|heart|pulse oximeter", "gear"),
    ("faint hope|line|hearted|of|idea|memory|chance|smell|light", "gear"),
    ("stroke of|rate|technique|length|count", "gear"), ("breast|swim|swimming|back|butterfly stroke", "gear"),
    ("head wind|winds|torch|torches|lamp|band|coach|start|out|down|up|back|off|home|over|to|of", "gear"),
    ("light headed|headedness", "lightheaded"), ("pressure at|from work|home|school|job|boss", "gear"),
    ("passed|pass|passing out water|gels|bibs|flyers|bananas|medals", "gear"), ("weight vest|loss|training", "gear"),
    ("suicide|suicides sprints|sprint|drill|drills|runs|shuttles|squeeze", "gear"),
    ("sweat|sweating|sweats cold", "coldsweat"), ("cold sweat|sweats", "coldsweat"), ("lost weight", "gear"),
    ("heart breaking|broken|warming|felt", "gear"), ("dead tired|heat|line|lift|lifts|last", "gear"),
  ].map { row, word in (row.split(separator: " ").map { WordSet(String($0)) }, word) }

  // MARK: Signs

  static let signs = chest + heart + head + heat + nerves + breath + blood + leg + body

  private static let chest: [WarningPattern] = [
    .near("@chest|breast @pain", unless: "shirt|jersey|bra|jacket|top|vest|harness|backpack|bib"),
    .near("@chest|breast pain|pains|hurts|stabbing|crushing|stitch"),
    .near("@chest sore|soreness|cramp*|uncomfortable", unless: "gym|push|pushups|bench|dips|press|weights|swimming"),
    .near("@chest weight|elephant|stone|brick|band|vice|knife", 8, unless: "strap|watch|vest"),
    .near(
      "sitting|sits|sat|standing|stands|stood|pressing|presses|pushing @chest", 3,
      unless: "cat|dog|baby|kid|daughter|son|bib|number|strap"),
    .row("wrong with|in chest|heart", gap: 1),
    .row("not|isnt|doesnt right|normal with|in chest|heart", gap: 1),
    .near("heart|ticker pain|pains|hurts|hurting|aches|aching", 2), .near("heart stabbing|crushing|squeez*", 4),
    .row("heart attack", gap: 0, unless: "@ask"),
    .row("left arm @pain|tingl*|dead|pins", gap: 3), .row("@pain|tingl*|pins left arm", gap: 5),
    .row("pain|pains|numb* left shoulder jaw", gap: 4),
    .near(
      "jaw pain|pains|hurts|hurting|aches|aching|numb", 4, unless: "dentist|tooth|teeth|gum|laughing|chewing|grinding"),
    .row("@chest killing me", gap: 1), .near("rib|ribs squeez*|pressure|tight*", 6), .row("coldsweat|clammy"),
    .row("heart crazy|wild|weird|strange|funny", gap: 3),
    .row("doctor|cardiologist not|stop|never run|running|exercise", gap: 5),
    .near(
      "breathing|breathe|inhale|breath hurts|hurt|painful|pain|stabbing", 7,
      unless: "leg|legs|calf|knee|foot|hip|stitch"),
    .row("angina|myocarditis|pericarditis|cardiomyopathy|endocarditis"),
    .row("cardiac arrest|event|problem|symptoms"),
    .row("heart failure|disease|stop|stopped|stops|stopping|murmur|defect|condition", unless: "@ask"),
  ]

  private static let heart: [WarningPattern] = [
    .row("palpitation*|arrhythmia*|afib|tachycardia|fibrillation"),
    .near("heartrate irregular*|erratic*", 3),
    .near(
      "heart|heartbeat|pulse skips|skipped|skipping|flutter*|irregular*|erratic*|jumps|jumping|jumped|stumbl*|misses", 3
    ),
    .row("heart|heartrate out of chest|body", gap: 4), .row("heart explode|explodes|exploding|burst|bursting", gap: 4),
    .row("heart|heartrate|pulse wont|doesnt|not|never|cant calm|slow|settle|down|drop", gap: 4),
  ]

  private static let head: [WarningPattern] = [
    .row(
      "dizzy|dizziness|lightheaded*|vertigo|woozy|unconscious|faint|fainted|fainting|faints|seizure*|convuls*"
    ),
    .row("collapse|collapsed|collapsing|collapses", unless: "sofa|couch|bed|chair|@figures"),
    .row("keel|keeled|keeling over", gap: 0), .row("passed|pass|passing|blacked|black|blacking out", gap: 0),
    .row("vision|sight|everything|world|eyes went|goes|go|turned|turns|got black|dark|grey|gray|white|blurry", gap: 3),
    .row("lost|lose|losing consciousness|sight|vision", gap: 2), .row("blurred|blurry|double|tunnel vision", gap: 0),
    .row("see|saw|seeing double|spots|flashes", gap: 0), .row("vision|sight gone|missing|lost", gap: 2),
    .row("see|saw|seeing stars", gap: 1, unless: "sky|beautiful|clear|shooting|moon"),
    .row("room|world|everything spins|spinning|spun", gap: 2),
    .row("woke|came up|to on ground|floor|pavement|road|track", gap: 2),
    .row(
      "dont|didnt|cant|couldnt|not remember|recall finishing|finish|falling|fall|fell|happened|race|last|accident",
      gap: 3),
    .row("my|the|his|her head hit|banged|bumped|struck|landed|smashed|cracked|bleeding", gap: 1),
    .row("hit|banged|bumped|knocked|struck|on|smashed|cracked|injured|landed my head", gap: 1),
    .row("hit head|skull on|against|hard", gap: 1), .row("hit on my|the head", gap: 0),
    .row("concussion|concussed|skull"), .row("knocked out|unconscious|cold", gap: 1), .row("out cold", gap: 0),
    .row("legs|leg gave|give|gives way|out", gap: 0), .row("found me lying|on|unconscious", gap: 0),
    .row("had|having a fit", gap: 0),
    .row("dont|didnt|cant|couldnt remember it|anything|that", gap: 0),
    .row("talking|talked|made|making nonsense", gap: 0), .row("made|make|making no sense", gap: 0),
    .row("stopped making sense", gap: 0),
    .row("worst|thunderclap|sudden|severe|terrible|unbearable|explosive headache", gap: 2),
    .all("headache|pounding vomit*|throwing|threw|stiff|confus*|numb|fever|vision|fell|fall"),
    .row("stiff neck fever", gap: 3),
    .row("hit by a car|truck|van|bus|bike|cyclist|motorcycle", gap: 1), .row("car hit me", gap: 1),
  ]

  private static let heat: [WarningPattern] = [
    .row("heat|sun stroke|exhaustion", gap: 0, unless: "@ask"), .row("heatstroke|sunstroke|hyperthermia|hypothermia"),
    .row("stopped|stop sweating", gap: 0),
    .row("not|no|dont|didnt|cant longer|sweat|sweating sweat|sweating|hot|heat", gap: 2),
    .row("not|dont|didnt sweating|sweat anymore", gap: 1),
    .row("disoriented|delirious|hallucinat*|incoherent|staggering"),
    .row("dont|didnt|not know|knew|remember where|who i am|was", gap: 1, unless: "plan|week|phase|program|app"),
    .row("shivering|shiver|chills|goosebumps|goose heat|sun|hot", gap: 4),
    .row("fever|temperature of|is|was|at 39|40|41|42|102|103|104|105", gap: 2, unless: "outside|air|water|weather"),
    .row("39|40|41|102|103|104 fever|temperature", gap: 2), .row("high fever", gap: 0),
    .all(
      "confused|confusion heat|hot|sweat*|vomit*|threw|throw|dehydrat*|thirsty|sun|stumbl*|fever|head|fell|drank",
      unless: "about|plan|app"),
    .all("dehydrated dizzy|faint|vomit*|weak|stumbl*|urine|pee"),
    .row("cant|couldnt keep water|fluids|fluid|anything|drink down|in", gap: 1),
    .row("stop|keep|kept vomiting", gap: 1), .row("stop|keep|kept throwing up", gap: 0),
    .row("havent|not|cant|couldnt keep food|water|anything|fluids down", gap: 3),
    .row("nonstop|constantly|constant vomit*", gap: 1),
  ]

  private static let nerves: [WarningPattern] = [
    .row("numb|numbness", unless: "toe|toes|finger|fingers|cold|laces|shoes"),
    .near("face|mouth|eyelid|smile droop*|hangs|hanging|lopsided|crooked|sagging|numb", 4),
    .row("half|side of my face", gap: 1, unless: "sunburn*|tan|mud|sunscreen|sun"),
    .row("weak|weakness|numb|paralysed|paralyzed|tingling one side|half", gap: 3), .row("one side of my body", gap: 0),
    .row("@unable|cant lift|raise|move my|left|right arm|leg|arms|legs|face|hand", gap: 2, unless: "sore|doms"),
    .row("arm|leg|hand went|goes|is|feels limp|dead|weak", gap: 1, unless: "legs"),
    .near("side weak|weakness|numb|paralys*", 3), .row("words|speech came|come|coming out wrong|funny|jumbled", gap: 1),
    .row("lost|losing feeling in", gap: 1, unless: "toes|fingers|cold"),
    .row("@unable move|bend my|the|it", gap: 0, unless: "day|run|race|schedule"),
    .near("speech|speaking|words slurr*", 3), .row("slurring|slurred"),
    .row("@unable speak|talk", gap: 1, unless: "while|running|pace|run|hill|interval|intervals"),
    .row("suddenly|sudden @unable|blind|confused|weak", gap: 3),
    .row("@unable feel my foot|leg|arm|face|hand|legs|feet|hands", gap: 1, unless: "cold|frozen|freezing|ice|snow"),
    .row("paralysed|paralyzed|paralysis"), .row("had|have|having a|another stroke", gap: 1, unless: "@ask"),
    .row("mini stroke", gap: 0), .row("stroke symptoms|last|ago|survivor", gap: 1, unless: "@ask"),
    .row("tia|aneurysm"), .row("lost|lose|losing|cant|no control|hold of|my bladder|bowel|bowels", gap: 2),
    .row("cant|unable pee|urinate|see", gap: 1, unless: "progress|point|why|plan|how|road|what|path|the"),
  ]

  private static let breath: [WarningPattern] = [
    .row("gasp|gasping|fight|fighting|struggle|struggling|starved for|to|get air|breath|oxygen", gap: 2),
    .row("not|cant|couldnt get|getting enough air|oxygen", gap: 1), .row("cant|couldnt|unable get air", gap: 2),
    .row("wheez*"), .row("throat|airway|airways closes|closing|closed|swell*|swollen|tight|tightens", gap: 3),
    .row("asthma attack|flare|worse|inhaler", gap: 3), .row("asthma|spray|puffer nothing|not|doesnt|didnt", gap: 3),
    .row("trouble|difficulty breathing", gap: 0, unless: "nose|cold|mask|rhythm"),
    .row("stop for breath", gap: 0, unless: "top|summit|once"),
    .row("inhaler not|doesnt|didnt|isnt|wont|stopped|no", gap: 2),
    .row(
      "lips|fingernails|face turned|turn|turning|went|are|were|is|go|goes blue|purple|grey|gray", gap: 2, unless: "cold"
    ),
    .row("blue lips", gap: 0), .row("suffocat*|choking"), .row("hyperventilat*"),
    .row("face|tongue|lips|throat swollen|swelling|swelled|swells", gap: 3), .row("anaphyla*"),
    .all("hives|rash breathe|breath|throat|face|swollen"), .row("coughing|cough pink|froth*|foam*", gap: 3),
    .row("wake|woke|waking up gasping|choking|breathless", gap: 1),
  ]

  private static let blood: [WarningPattern] = [
    .near(
      "cough*|spit|spitting|vomit*|threw|throw|@urine|peed|peeing|@stool|toilet blood|bloody",
      4),
    .row(
      "@urine is|was|looks|turned|turns|went|has|@brown @brown|dark|coke|cola|tea|coffee|pink|colored|coloured",
      gap: 3, unless: "yellow|beetroot|beet|beets"),
    .row(
      "urine|pee|wee|piss brown|black|cola|coke|red|like|the", gap: 1,
      unless: "yellow|clear|lemonade|straw|horse|beetroot|beet|breaks|break|before|stop|lot"),
    .row("peeing|pissing|urinating red|brown|black|blood|dark", gap: 1),
    .row("brown|dark|red|bloody|black|cola|rust*|tea urine|pee|wee", gap: 1, unless: "yellow|beetroot|beet|beets"),
    .near("stool|stools|poo|poop black|tarry", 3),
    .row("black|tarry|bloody|red stool|stools|poo|poop|diarrhea", gap: 1, unless: "beetroot|beet"),
    .row("havent|not|no peed|pee|urine|urinated since|for|all", gap: 1), .row("rhabdo*"),
    .row("bleed|bleeding|bleeds wont|doesnt|didnt|not|never stop|stopping|stopped", gap: 2),
    .row("cant|wont stop bleeding", gap: 1),
    .row("coffee grounds", gap: 0), .row("bleeding from my ear|ears|head|eye|bowel|rectum", gap: 1),
  ]

  private static let leg: [WarningPattern] = [
    .near("calf|calves swollen|swelling|swelled|swells"),
    .near("calf hot|warm|red", 3, unless: "sleeve|sleeves|sun|sunburn*|shower"),
    .all(
      "@leg swollen|swelling|swelled hot|warm|red|tender|purple|blue|painful|hurts|pain|throbbing",
      unless: "bite|sting|mosquito"),
    .row("blood clot|clots", gap: 0, unless: "@ask"), .row("clot in my leg|lung|lungs|calf", gap: 1),
    .row("thrombosis|dvt|embolism", unless: "@ask"),
    .row("@unable walk|step", gap: 3, unless: "@errands"), .row("@unable stand on|up|straight|anymore", gap: 1),
    .row("@unable put|putting weight on", gap: 2), .row("@unable put any|my|much|full weight", gap: 0),
    .row("@unable bear|bearing weight", gap: 2),
    .row("not put|bear weight on", gap: 2), .row("hurts|painful|pain to|when walk|walking|stand", gap: 1),
    .row("limping"), .row("i limp|limped"), .row("limp when|after|home|because", gap: 1, unless: "felt|feel|went"),
    .row("pain|hurts|hurt|painful at|with|on every|each step|stride", gap: 4),
    .row("every|each step hurts|hurt|painful|pain|agony", gap: 3),
    .row("@bone hurts|hurt|aches|pain|painful|throbs at|in|even|during|all night|rest|bed", gap: 3),
    .row("pain|hurts|aches even|also at|in|when rest|night|resting", gap: 2, unless: "muscles|legs|quads"),
    .row("pain|hurts|aches at rest", gap: 2), .row("pain|hurts even when|while|if i lie|sit|sleep|rest", gap: 4),
    .row("@unable put my foot|leg down", gap: 0),
    .row("calf|leg|thigh twice|bigger|thicker|double", gap: 2), .row("pain wakes|woke|waking me", gap: 0),
    .row("night pain", gap: 0),
    .row("severe|unbearable|excruciating|agonising|agonizing|extreme|intense|sudden pain|pains", gap: 1),
    .row("worst pain", gap: 1), .row("pain is|was|got|became severe|unbearable|excruciating|extreme", gap: 2),
    .row("stress fracture|fractures|reaction", gap: 0, unless: "@past|@ask"),
    .row("fracture|fractured|fractures", unless: "@past|@ask"),
    .row(
      "broke|broken my|a|the|some bone|leg|foot|ankle|arm|wrist|hip|toe|collarbone|rib|ribs", gap: 1, unless: "@past"),
    .row("broke|broken|tore|torn something", gap: 0), .near("@bone|toe|rib|wrist broken", 3, unless: "@past"),
    .row("something|it snap|snapped|pop|popped|tear|tore in", gap: 1), .row("agony"), .all("swollen|swelling @unable"),
    .row("broken bone|leg|foot|ankle|hip|rib|ribs", gap: 0, unless: "@past"),
    .row("heard|felt|hear a pop|snap|crack|popping", gap: 2, unless: "song|music|balloon|twig|branch"),
    .row("knee|leg|ankle|hip gave|gives|giving|buckles|buckled|buckling way|out|under", gap: 1),
    .row("knee|leg|legs buckled|buckles|buckling"),
    .row("torn|tore|ruptured|rupture|snapped", unless: "@past|shirt|shoe|shoes|shorts|laces|lace|jacket|upper"),
    .row("dislocat*", unless: "@past"), .row("bone sticking|sticks|poking|visible", gap: 1),
    .all("groin numb*|tingl*"), .row("testicle|testicles pain|hurts|swollen", gap: 3),
  ]

  private static let body: [WarningPattern] = [
    .all(
      "pregnant|pregnancy bleed|bleeding|blood|spotting|contractions|leaking|fluid|cramps|cramping|pain|dizzy|faint",
      unless: "no"),
    .row("contractions", unless: "muscle|muscles|muscular"), .row("water|waters broke", gap: 1),
    .all("bleeding week|weeks", unless: "toe|toes|nail|nipple|nipples|blister|blisters|nose|knee|gums|heel"),
    .row("baby not|isnt|stopped|hasnt moving|moved|move", gap: 1),
    .row(
      "not|havent|didnt|nothing eaten|eat|ate anything|for|in|since days|day|monday|tuesday|wednesday|thursday|friday",
      gap: 3),
    .row("make|making myself throw|vomit|sick|puke", gap: 1), .row("starving|starve|starved myself", gap: 0),
    .row("anorexi*|bulimi*|laxative*"), .row("ketoacidosis|hypoglyc*"), .row("sepsis|meningitis"),
    .row(
      "severe|sharp|unbearable|terrible|bad|sudden stomach|abdominal|belly|abdomen pain|ache|cramps", gap: 1,
      unless: "hungry"),
    .row("stopped breathing", gap: 0),
  ]

  /// Signs of a place that a comma may part from it.
  static let listed: [(place: WordSet, signs: WordSet)] = [
    (
      WordSet("chest|breastbone|sternum"),
      WordSet("pain|pains|hurts|ache|aches|tight|tightness|heavy|pressure|squeez*|crushing|stabbing|elephant")
    ),
    (WordSet("calf|calves"), WordSet("swollen|swelling|swelled")),
    (WordSet("face|mouth"), WordSet("droop*|numb")),
  ]

  /// Words of which two neighbouring clauses together show a sign.
  static let together: [WarningPattern] = [
    .all("pregnant|pregnancy bleed|bleeding|spotting|contractions"),
    .all(
      "confused|confusion|disoriented heat|hot|sweating|vomited|threw|fever|hit|dehydrated", unless: "about|plan|app"),
    .all("@leg swollen|swelling hot|warm|red", unless: "bite|sting|mosquito"),
    .all("headache vomit*|threw|stiff|confus*|numb|blurry"),
    .all("@chest coldsweat|sweating|arm|jaw|nausea|nauseous pain|hurts|tight|pressure|ache|aches|tightness"),
    .all("popped|pop|snap walk|stand cant|unable"), .all("hive|hives|rash throat|breathe|lips"),
  ]

  /// Words after which a denied sign was there after all.
  static let affirmations: [WarningPattern] = [
    .row("i did @then", gap: 4), .row("did have|had|feel|get @then", gap: 4),
    .row("had|felt|got it|some|one|that|them @then", gap: 3),
    .row("it|there did|hurt|was|came|had @then", gap: 4), .row("@then it|there hurt|was|did|came", gap: 2),
    .row("@then i did|had|felt it|one|some", gap: 1), .row("@then i did", gap: 1),
  ]

  // MARK: Crisis

  static let crisis: [WarningPattern] = [
    .row("suicide|suicidal"), .row("want|wanted|wish|hope|ready to die", gap: 1), .row("wanna die", gap: 0),
    .row("kill|killing|killed|hang|hanging myself", gap: 0, unless: "hill|hills|laughing"),
    .row("end|ending|take|taking my own|life life", gap: 1), .row("end|ending my life", gap: 0),
    .row("end|ending it all", gap: 0, unless: "sprint"),
    .row("dont|not|no want|wanting to live|exist|wake", gap: 1), .row("dont|not want to be alive|here anymore", gap: 1),
    .row("no|any reason|point to|in|of live|living", gap: 1, unless: "plan"),
    .row("life is|isnt|not worth|pointless living", gap: 2),
    .row("better off dead|without", gap: 0), .row("without me better", gap: 4),
    .row("wish i was|were|wasnt|werent dead|alive|born|here", gap: 1),
    .row("harm|harming|cutting myself", gap: 0), .row("self harm|harming", gap: 0),
    .row("want|going|thinking|thoughts|feel|urge|think|thought|plan hurt|hurting|cut|cutting myself", gap: 3),
    .row("cant|dont go on|want living|anymore|like", gap: 1, unless: "run|running|race|pace|training|plan|the"),
    .row("overdose|overdosed"), .row("took|swallowed too many|all pills|painkillers|tablets", gap: 2),
    .row("jump|jumping off|from bridge|roof|front", gap: 3, unless: "water|lake|river|swim"),
    .row("hurt|hurting|cut myself on purpose", gap: 0),
  ]

  // MARK: Words

  static let bodyParts: Set<String> = [
    "leg", "legs", "knee", "knees", "foot", "feet", "quads", "calf", "calves", "hamstring", "hamstrings", "shin",
    "shins",
    "hip", "hips", "ankle", "ankles", "achilles", "toe", "toes", "back", "shoulders", "shoulder", "stomach", "glutes",
    "thighs", "thigh", "arms", "neck", "muscles", "blister", "blisters", "heel", "throat", "nose", "lungs",
  ]
  static let negations: Set<String> = [
    "cant", "cannot", "couldnt", "unable", "no", "not", "never", "dont", "didnt",
  ]
  static let denials: Set<String> = [
    "no", "not", "never", "dont", "didnt", "without", "neither", "nor", "doesnt", "havent", "hasnt", "hadnt", "isnt",
    "wasnt", "arent", "werent", "zero", "nothing", "free",
  ]
  static let fillers: Set<String> = [
    "any", "a", "an", "the", "my", "real", "more", "sign", "signs", "of", "feel", "feeling", "feels", "felt", "have",
    "had", "having", "has", "get", "getting", "got", "been", "be", "at", "all", "or", "nor", "such", "kind", "sort",
    "new",
    "experienced", "experience", "noticed", "notice", "in", "other", "further", "ever", "symptoms", "go", "going",
    "see",
    "actually", "really", "quite", "hit",
  ]
  /// Signs that a denial before another sign covers too.
  static let deniable = WordSet(
    "@pain|chest|heart|dizzy|dizziness|lightheaded|faint|fainted|fainting|palpitations|shortness|breath|breathless|"
      + "breathlessness|numbness|swelling|swollen|calf|coughing|blood|collapsed|vertigo|trouble|breathing|fever|"
      + "headache|bleeding|vomiting|blurred|vision|stress|fracture|left|arm|wheezing|concussion")

  /// Every exact word of the patterns; none of them is a misspelling.
  static let vocabulary: Set<String> = {
    let patterns = signs + crisis + together + affirmations + breathless
    var words = bodyParts.union(denials).union(fillers).union(deniable.words)
    for pattern in patterns {
      for step in pattern.steps { words.formUnion(step.words) }
      words.formUnion(pattern.unless.words)
    }
    return words
  }()
}
