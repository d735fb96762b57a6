// Closed classes of English words that carry logic rather than content.

const list = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

/** Words without content of their own: they never count as evidence. */
export const stopWords =
  list(`a an the this that these those it its they them their theirs he she him her his hers we us
  our ours you your yours i me my mine who whom whose which what when where why how is are was were be been being am do
  does did doing done has have had having will would shall should can could may might must of in on at to for from by
  with into onto about as than then and or but nor so if while though although because since until during between among
  through over under above below up down out off again there here all any both each some such own same too very just
  also only even still yet already ever rather quite either neither not no never none without s t re ve ll d m let get
  got give given gives make made say says said sound sounds whether one more less most least many much few several
  someone something anyone anything thing things else etc per via`)

/** Words that turn a statement around for what follows them. */
export const negations =
  list(`not no never none neither nor without cannot nothing nobody nowhere unable lacks lack lacking
  lacked absence absent failed fails refuse refused refuses declined denies denied zero isn aren wasn weren don doesn didn
  hasn haven hadn won wouldn shouldn couldn mustn hardly barely non instead`)

/** Words that turn around what stands before them in the same clause: "the receipt is missing". */
export const trailingNegations =
  list(`missing absent unavailable pending lacking denied refused declined rejected no none
  not false unknown outstanding awaiting cancelled off zero incomplete nil`)

/** Words that make a statement a possibility. */
export const modals =
  list(`if would could might may should unless whether perhaps maybe possibly potential potentially
  expect expected hope request requests requested asks asking recommend ensure future`)

/** Words that end the reach of a negation within a sentence. */
export const breaks = list(`but however although though while yet except whereas and`)

/** Words that open an answer. */
export const affirmations = list(
  `yes yeah yep correct indeed absolutely certainly sure exactly right true affirmative`
)

/** Words that open a refusing answer. */
export const refusals = list(`no nope not never unfortunately negative incorrect false`)

/** Words of strength, from none to full, for ladders whose levels are single words. */
export const strengths: ReadonlyMap<string, number> = new Map(
  Object.entries({
    none: 0,
    no: 0,
    nothing: 0,
    never: 0,
    not: 0,
    harmless: 0.05,
    minimal: 0.1,
    negligible: 0.1,
    informational: 0.05,
    minor: 0.2,
    low: 0.25,
    little: 0.2,
    slight: 0.2,
    slightly: 0.2,
    weak: 0.15,
    some: 0.35,
    mild: 0.3,
    calm: 0.05,
    normal: 0.4,
    medium: 0.5,
    moderate: 0.5,
    mixed: 0.4,
    average: 0.5,
    elevated: 0.65,
    good: 0.7,
    soon: 0.65,
    high: 0.8,
    major: 0.8,
    significant: 0.7,
    serious: 0.8,
    strong: 0.9,
    large: 0.8,
    severe: 0.95,
    critical: 1,
    urgent: 0.95,
    immediately: 1,
    extreme: 1,
    very: 0.8,
    completely: 0.95,
    great: 0.9,
    full: 0.9
  })
)
