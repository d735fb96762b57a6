// Whether a sentence speaks of a field, and how close a value in it is to the words of the field.
import type { Passage } from "../question-answering/passages.ts"
import { tokenize } from "../text/tokenize.ts"
import type { Token } from "../text/tokenize.ts"
import type { Lexicon } from "../vectors/lexicon.ts"
import type { SchemaField } from "./field.ts"
import { memoize } from "./readers/memoize.ts"
import { type FieldKind, specificWords } from "./fieldKind.ts"

/** Words that speak of a field without being similar to its name. */
const cues: ReadonlyMap<string, ReadonlyArray<string>> = new Map(
  Object.entries({
    length: "long",
    width: "wide",
    height: "high tall",
    depth: "deep",
    weight: "weighs weigh heavy",
    duration: "lasts last lasted takes took runs",
    distance: "away far",
    payment: "pay paid pays",
    unit: "each per at",
    rating: "stars",
    departure: "departs depart leaves left departing",
    arrival: "arrives arrive arriving lands",
    birth: "born",
    language: "speaks speak spoken",
    salary: "earns earn",
    deadline: "before by until due latest",
    begin: "from starts",
    start: "from begins begin",
    end: "until ends"
  }).map(([word, list]) => [word, list.split(" ")] as const)
)

/** Plurals of other stems. */
const irregular: ReadonlyMap<string, ReadonlyArray<string>> = new Map([
  ["children", ["child"]],
  ["people", ["person"]],
  ["persons", ["people"]],
  ["men", ["man"]],
  ["women", ["woman"]]
])

/** Least similarity of a word that stands for a word of a field. */
const minStrength = 0.75

/** The words of a field, each with the stems that stand for it. */
export interface FieldWords {
  /** Words of the name that distinguish the field from others of its kind; all must be mentioned. */
  readonly own: ReadonlyArray<ReadonlySet<string>>
  /** Words of the description; all mentioned, they stand for the name. */
  readonly described: ReadonlyArray<ReadonlySet<string>>
  /** The description in lower case, if it is more than a word: a text with it speaks of the field. */
  readonly phrase?: string | undefined
}

const standIns = (lexicon: Lexicon, token: Token): ReadonlySet<string> =>
  new Set([
    ...lexicon
      .related(token)
      .filter(({ isAntonym, strength }) => !isAntonym && strength >= minStrength)
      .map(({ stem }) => stem),
    ...(
      cues.get(token.text.replace(/s$/, "")) ??
      cues.get(token.text) ??
      irregular.get(token.text) ??
      []
    ).flatMap((word) => tokenize(word).map(({ stem }) => stem))
  ])

/** Words of descriptions that say how a value is written, and nothing of what it is. */
const formatWords = new Set(
  (
    "dd mm yyyy yy hh ss iso format text message given stated mentioned optional required null empty unknown value " +
    "field string integer decimal number digits letters characters many amount list array named written exact exactly"
  ).split(" ")
)

/** Words of names that say what a value is one of: "payment method". */
const classWords = new Set(["method", "type", "kind", "mode", "category"])

const timeWords = new Set(["time", "duration", "period"])

/** The words of a field whose value is of a kind. */
export const fieldWords = (lexicon: Lexicon, field: SchemaField, kind: FieldKind): FieldWords => {
  const read = (text: string) => {
    const all = tokenize(text).filter(({ content, kind: token }) => content && token === "word")
    // Of "resting time" in minutes, "resting" says which time it is.
    const some = all.filter(
      ({ text: word }) => !classWords.has(word) && !(field.unit?.dimension === "time" && timeWords.has(word))
    )
    return (some.length > 0 ? some : all).map((token) => standIns(lexicon, token))
  }
  const own = read(specificWords(field.name, kind).join(" "))
  const described = read(
    specificWords(field.details.toLowerCase(), kind)
      .filter((word) => !formatWords.has(word))
      .join(" ")
  )
  return {
    // A code has no other word than that of its kind, or of what it is the code of: "the code is", "order 4711".
    own:
      own.length === 0 && kind === "id"
        ? [new Set([...read(field.name), ...described].flatMap((any) => [...any]))]
        : own,
    described,
    phrase: /\s/.test(field.details.trim())
      ? field.details.trim().toLowerCase().replace(/\.$/, "")
      : undefined
  }
}

const stemsOf = memoize(
  (text: string): ReadonlySet<string> => new Set(tokenize(text).map(({ stem }) => stem))
)

const mentionsAll = (words: ReadonlyArray<ReadonlySet<string>>, stems: ReadonlySet<string>): boolean =>
  words.every((any) => [...any].some((stem) => stems.has(stem)))

/** Has a field words that its passages must mention? */
export const hasWords = ({ described, own }: FieldWords): boolean => own.length > 0 || described.length > 0

/** Does a passage, with its heading, speak of a field: of its name, or of all that its description says? */
export const speaksOf = (
  { described, own, phrase }: FieldWords,
  { heading, text }: Pick<Passage, "heading" | "text">
): boolean => {
  const stems = stemsOf(`${heading}. ${text}`)
  if (own.length > 0 && mentionsAll(own, stems)) return true
  if (phrase !== undefined && text.toLowerCase().includes(phrase)) return true
  return described.length > (own.length > 0 ? 1 : 0) && mentionsAll(described, stems)
}

/** Share of the words of a field that a passage mentions, 0 to 1. */
export const mentionedShare = (
  words: ReadonlyArray<ReadonlySet<string>>,
  { heading, text }: Pick<Passage, "heading" | "text">
): number => {
  const stems = stemsOf(`${heading}. ${text}`)
  const held = words.filter((any) => [...any].some((stem) => stems.has(stem))).length
  return words.length === 0 ? 0 : held / words.length
}

/** Characters around a value in which words of its field count. */
const reach = 120

/** How close a value is to a word of its field, 0 to 1. Words before it are closer, and those of another clause far. */
export const closeness = (
  { described, own }: FieldWords,
  text: string,
  start: number,
  end: number
): number => {
  const words = own.length > 0 && mentionsAll(own, stemsOf(text)) ? own : described
  const stems = new Set(words.flatMap((any) => [...any]))
  // The word itself, rather than one that stands for it.
  const exact = new Set(words.flatMap((any) => [...any].slice(0, 1)))
  if (stems.size === 0) return 0
  const distance = (tokens: ReadonlyArray<Token>): number => {
    let steps = 0
    for (const { stem, text: word } of tokens) {
      if (stems.has(stem)) return exact.has(stem) ? steps : steps + 2
      steps += word === "," || word === ";" || word === ":" ? 3 : 1
    }
    return Infinity
  }
  const before = distance(tokenize(text.slice(Math.max(0, start - reach), start)).toReversed())
  const after = distance(tokenize(text.slice(end, end + reach)))
  return Math.max(1 / (1 + before / 3), 0.9 / (1 + after / 3))
}
