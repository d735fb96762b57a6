// Whether a passage is about a field, and how close a value in it is to the words of the field.
import type { Passage } from "../question-answering/passages.ts"
import { tokenize } from "../text/tokenize.ts"
import type { Token } from "../text/tokenize.ts"
import type { Lexicon } from "../vectors/lexicon.ts"
import type { SchemaField } from "./field.ts"
import { memoize } from "./readers/memoize.ts"
import { type FieldKind, specificWords } from "./fieldKind.ts"

/** Words that point to a field, by a word of its name. */
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

/** Plurals with another stem. */
const irregular: ReadonlyMap<string, ReadonlyArray<string>> = new Map([
  ["children", ["child"]],
  ["people", ["person"]],
  ["persons", ["people"]],
  ["men", ["man"]],
  ["women", ["woman"]]
])

/** Least strength of a related word that counts as a word of a field. */
const minStrength = 0.75

/** The words of a field. Each is the set of stems that count as this word. */
export interface FieldWords {
  /** Words of the name that distinguish the field from others of its kind; all must be mentioned. */
  readonly own: ReadonlyArray<ReadonlySet<string>>
  /** Words of the description. A passage with all of them is about the field as well. */
  readonly described: ReadonlyArray<ReadonlySet<string>>
  /** The description in lower case, if it has several words. A text that quotes it is about the field. */
  readonly phrase?: string | undefined
}

const stemsFor = (lexicon: Lexicon, token: Token): ReadonlySet<string> =>
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

/** Words of descriptions that say how a value is written, not what it is. */
const formatWords = new Set(
  (
    "dd mm yyyy yy hh ss iso format text message given stated mentioned optional required null empty unknown value " +
    "field string integer decimal number digits letters characters many amount list array named written exact exactly"
  ).split(" ")
)

/** Words of names that add nothing, such as "method" of "payment method". */
const classWords = new Set(["method", "type", "kind", "mode", "category"])

const timeWords = new Set(["time", "duration", "period"])

/** The words of a field, given the kind of its value. */
export const fieldWords = (lexicon: Lexicon, field: SchemaField, kind: FieldKind): FieldWords => {
  const read = (text: string) => {
    const all = tokenize(text).filter(({ content, kind: token }) => content && token === "word")
    // In "resting time", given in minutes, "time" adds nothing.
    const some = all.filter(
      ({ text: word }) => !classWords.has(word) && !(field.unit?.dimension === "time" && timeWords.has(word))
    )
    return (some.length > 0 ? some : all).map((token) => stemsFor(lexicon, token))
  }
  const own = read(specificWords(field.name, kind).join(" "))
  const described = read(
    specificWords(field.details.toLowerCase(), kind)
      .filter((word) => !formatWords.has(word))
      .join(" ")
  )
  return {
    // A code has only the word of its kind or of its subject: "the code is", "order 4711".
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

/** Has a field words that a passage must mention? */
export const hasWords = ({ described, own }: FieldWords): boolean => own.length > 0 || described.length > 0

/** Is a passage, with its heading, about a field: does it have the words of its name or of its description? */
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

/** How close a value is to a word of its field, 0 to 1. Words before the value count more, words of other clauses less. */
export const closeness = (
  { described, own }: FieldWords,
  text: string,
  start: number,
  end: number
): number => {
  const words = own.length > 0 && mentionsAll(own, stemsOf(text)) ? own : described
  const stems = new Set(words.flatMap((any) => [...any]))
  // The word itself counts more than related ones.
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
