// English function words: stop words and negations.

/** The words of a list. */
export const wordSet = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

/** Stop words: frequent words such as "the", which are never matched. */
export const stopWords =
  wordSet(`a an the this that these those it its they them their theirs he she him her his hers we us
  our ours you your yours i me my mine who whom whose which what when where why how is are was were be been being am do
  does did doing done has have had having will would shall should can could may might must of in on at to for from by
  with into onto about as than then and or but nor so if while though although because since until during between among
  through over under above below up down out off again there here all any both each some such own same too very just
  also only even still yet already ever rather quite either neither not no never none without s t re ve ll d m let get
  got give given gives make made say says said sound sounds whether one more less most least many much few several
  someone something anyone anything thing things else etc per via`)

/** Words that negate what follows them, such as "not". */
export const negations =
  wordSet(`0 not no never none neither nor without cannot nothing nobody nowhere unable lacks lack lacking lacked
  absence absent fail failed fails refuse refused refuses decline declined deny denies denied doubt zero isn aren wasn
  weren don doesn didn hasn haven hadn won wouldn shouldn couldn mustn hardly barely non instead`)

/** Words that negate what precedes them in the same clause: "the receipt is missing". */
export const trailingNegations =
  wordSet(`0 missing absent unavailable pending lacking denied refused declined rejected no none
  not false unknown outstanding awaiting cancelled off zero incomplete nil`)

/** Words that end the scope of a negation within a sentence. */
export const scopeBreaks = wordSet(`but however although though while yet except whereas and`)
