internal import Days

/// Questions that a new reflection may begin with, one a day.
enum ReflectionQuestion {
  /// The question of a day; the same for a whole day, and another on the next.
  static func of(_ day: CalendarDay) -> String { all[(day.number % all.count + all.count) % all.count] }

  static let all = [
    "What are you grateful for today?",
    "What was the hardest moment today, and what helped?",
    "Who could you call this week, just to say hello?",
    "What did you do today that you could not have done a year ago?",
    "What would you tell somebody on their first day?",
    "When were you at peace today?",
    "What does your body need today?",
    "What are you proud of, however small?",
    "Which thought came back again and again today?",
    "What can you let go of tonight?",
    "Who has been kind to you lately?",
    "What made you laugh?",
    "What do you want to remember of this day?",
    "What are you afraid of, and what would make it smaller?",
    "Which place does you good?",
    "What did you learn about yourself this week?",
    "What would a good evening look like?",
    "Whom would you like to make peace with?",
    "What has become easier?",
    "What do you do now with the time that you have won?",
    "What is one thing that you did for somebody else?",
    "When did you ask for help, and how was it?",
    "What do you need to hear right now?",
    "Which habit would you like to begin?",
    "What tempted you, and how did you get past it?",
    "What does honesty mean to you today?",
    "What can wait until tomorrow?",
    "Which song, book or sentence is with you at the moment?",
    "What would you like to tell your sponsor?",
    "What are you looking forward to?",
    "How do you want to feel tomorrow morning?",
    "What is different about today?",
    "What are the signs that you are getting tired, and what helps then?",
    "Which of your strengths did you use today?",
    "What would you do if you were not afraid?",
  ]
}
