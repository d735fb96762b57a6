// A field of a schema: the kind of value that its name, format and description ask for, and the words that name it.
import type { SchemaNode } from "@leadline/core/internal"
import { stringKeyword, typesOf } from "@leadline/core/internal"
import { type Token, tokenize } from "../text/tokenize.ts"
import { currencyOf, type Measure, measureOf } from "../text/units.ts"
import type { Lexicon } from "../vectors/lexicon.ts"

/** Kinds of values. `name` is anything else that is written as a name or a word. */
export type FieldKind = (typeof formats)[number] | (typeof kindWords)[number][0] | "name"

/** The unit of a number: that of a measure, or a currency. */
export type FieldUnit = Measure & { readonly currency?: string }

/** Stems that count as one word of a field: the word itself, its forms and its synonyms. */
export type Stems = ReadonlySet<string>

/** One field of a schema. */
export interface SchemaField {
  /** Its name in the schema. */
  readonly key: string
  /** Its name, title and description in plain words. */
  readonly description: string
  /** Its title and description. */
  readonly details: string
  /** Its name as lower-case words, without the unit: `weight` of `weight_kg`. */
  readonly name: string
  readonly kind: FieldKind
  /** The words of its name that distinguish it from others of its kind: `due` of `due_date`. */
  readonly own: ReadonlyArray<Stems>
  /** The words of its description. */
  readonly described: ReadonlyArray<Stems>
  readonly unit?: FieldUnit | undefined
}

/** Formats of JSON Schema that are kinds. */
const formats = ["date", "date-time", "time", "email", "uri", "uuid", "ipv4"] as const

/** Words of names that say the kind of the value, in the languages of everyday documents. */
const kindWords = [
  ["email", "email mail correo"],
  ["uuid", "uuid guid"],
  ["phone", "phone telephone tel mobile fax telefon"],
  ["iban", "iban"],
  ["query", "query question search"],
  ["uri", "url uri link website homepage href source citation"],
  [
    "prose",
    "description summary answer explanation reason reasoning text content details overview note notes"
  ],
  ["prose", "rationale response conclusion comment comments message abstract"],
  ["percent", "percent percentage rate share"],
  [
    "money",
    "price cost costs amount fee fare total sum budget salary subtotal rent charge charges tax vat balance preis betrag precio prix"
  ],
  ["id", "id number no nr code sku identifier key plate nummer número"],
  ["year", "year jahr año"],
  ["date", "date datum fecha day deadline"],
  ["time", "time uhrzeit hora"]
] as const

const wordsOfKinds = kindWords.map(([kind, words]) => [kind, new Set<string>(words.split(" "))] as const)

/** Words that say the kind, and also tell a field from others of that kind. */
const telling = new Set("subtotal total budget salary rent tax vat balance deadline fee fare".split(" "))

const kindsOfNumbers: ReadonlySet<FieldKind> = new Set(["money", "percent", "year", "id"])
const isoDate = /\bISO(?:[ -]?8601)? date\b(?![ -]?time)|\bYYYY-MM-DD\b(?!T)/i

const kindOf = (words: ReadonlyArray<string>, node: SchemaNode, isNumber: boolean): FieldKind => {
  const format = formats.find((one) => one === stringKeyword(node, "format"))
  if (format !== undefined) return format
  if (!isNumber && isoDate.test(stringKeyword(node, "description") ?? "")) return "date"
  for (const [kind, list] of wordsOfKinds)
    if (words.some((word) => list.has(word)) && (!isNumber || kindsOfNumbers.has(kind))) return kind
  return words.length === 0 && !isNumber ? "prose" : "name"
}

/** Other words by which texts speak of what a field is called. */
const cues: ReadonlyMap<string, string> = new Map(
  Object.entries({
    weight: "weighs gewicht",
    duration: "lasts takes dauer",
    origin: "from",
    destination: "to",
    start: "begins from",
    end: "ends until",
    deadline: "before by until",
    due: "before by",
    birth: "born",
    salary: "earns",
    servings: "serves",
    area: "square",
    quantity: "menge qty",
    customer: "kunde client",
    author: "by wrote"
  })
)

/** Least strength of a related word that counts as the word itself. */
const minStrength = 0.75

const stemsFor = (lexicon: Lexicon, token: Token): Stems =>
  new Set([
    token.stem,
    ...lexicon
      .related(token)
      .filter(({ isAntonym, strength }) => !isAntonym && strength >= minStrength)
      .map(({ stem }) => stem),
    ...tokenize(cues.get(token.text) ?? "").map(({ stem }) => stem)
  ])

/** Words of descriptions that say how a value is written, not what it is. */
const formWords = new Set(
  (
    "iso format text message given stated mentioned optional required null empty unknown value field string integer " +
    "number decimal digits list array written"
  ).split(" ")
)

/** `dueDate` and `due_date` as `due date`. */
const splitName = (name: string): string =>
  name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1 $2")
    .replace(/[_\-.]+/g, " ")
    .trim()
    .toLowerCase()

/** Short forms of units in names, which are other words in texts. */
const nameUnits: ReadonlyMap<string, string> = new Map([
  ["c", "celsius"],
  ["f", "fahrenheit"],
  ["in", "inch"],
  ["s", "second"]
])

const unitOf = (word: string): FieldUnit | undefined => {
  const currency = currencyOf(word)
  if (currency !== undefined) return { unit: "money", factor: 1, calendar: false, currency }
  return measureOf(nameUnits.get(word) ?? word)
}

/** The unit in a description: "in minutes", "(kg)". */
const unitInDetails = (details: string): FieldUnit | undefined => {
  for (const [, word = ""] of details.toLowerCase().matchAll(/(?:\bin |\()(\p{L}+|[€$£])/gu)) {
    const unit = unitOf(word)
    if (unit !== undefined) return unit
  }
  return undefined
}

/** The field of a property, or of the root when the name is empty. */
export const describeField = (lexicon: Lexicon, key: string, node: SchemaNode): SchemaField => {
  const isNumber = typesOf(node).some((type) => type === "number" || type === "integer")
  // `hours_per_week` is in hours.
  const all = splitName(key)
    .replace(/\sper\s.*/, "")
    .split(/\s+/)
  const last = isNumber && all.length > 1 ? unitOf(all.at(-1) ?? "") : undefined
  const words = (last === undefined ? all : all.slice(0, -1)).filter((word) => word !== "")
  const name = words.join(" ")
  const details = [stringKeyword(node, "title") ?? "", stringKeyword(node, "description") ?? ""]
    .filter((part) => part !== "")
    .join(". ")
  const kind = kindOf(words, node, isNumber)
  const ofKind = new Set(wordsOfKinds.flatMap(([one, list]) => (one === kind ? [...list] : [])))
  const read = (text: string, isOwn: boolean) =>
    tokenize(text)
      .filter(
        ({ content, kind: token, text: word }) =>
          content &&
          token === "word" &&
          !formWords.has(word) &&
          (telling.has(word) || !ofKind.has(word)) &&
          (isOwn || unitOf(word) === undefined)
      )
      .map((token) => stemsFor(lexicon, token))
  const unit = last ?? (isNumber ? (unitInDetails(details) ?? unitOf(name)) : undefined)
  return {
    key,
    description: [name, details].filter((part) => part !== "").join(". "),
    details,
    name,
    kind: unit?.unit === "money" ? "money" : kind,
    own: read(name, true),
    described: read(details, false),
    unit
  }
}

/** Share of some words that a text mentions, 0 to 1. */
export const mentionedShare = (words: ReadonlyArray<Stems>, stems: Stems): number =>
  words.length === 0
    ? 0
    : words.filter((any) => [...any].some((stem) => stems.has(stem))).length / words.length

/** Has a field words that tell it from others of its kind? A `phone` has none. */
export const hasWords = ({ described, own }: SchemaField): boolean => own.length > 0 || described.length > 0

/** Do stems of a text contain all words of the name of a field, or all of its description, two where it has a name? */
export const speaksOf = ({ described, own }: SchemaField, stems: Stems): boolean =>
  (own.length > 0 && mentionedShare(own, stems) === 1) ||
  (described.length > Math.min(1, own.length) && mentionedShare(described, stems) === 1)
