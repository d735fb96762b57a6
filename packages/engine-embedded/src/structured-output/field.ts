// A field of a schema: the kind of value that its name, format and description ask for, and the words that name it.
import type { SchemaNode } from "@leadline/core/internal"
import { stringKeyword, subschema, typesOf } from "@leadline/core/internal"
import { type Token, tokenize } from "../text/tokenize.ts"
import { currencyOf, type Measure, measureOf } from "../text/units.ts"
import type { Lexicon } from "../vectors/lexicon.ts"

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

/** Formats of JSON Schema that are kinds. */
const formats = ["date", "date-time", "time", "email", "uri", "uuid", "ipv4"] as const

/** Words of names that say the kind of the value, in the languages of everyday documents. The first kind counts. */
const kindWords = [
  ["email", wordSet("email mail correo")],
  ["uuid", wordSet("uuid guid")],
  ["phone", wordSet("phone telephone tel mobile fax telefon")],
  ["iban", wordSet("iban")],
  ["query", wordSet("query question search")],
  ["uri", wordSet("url uri link website homepage href source citation")],
  [
    "prose",
    wordSet(`description summary answer explanation reason reasoning text content details overview note notes rationale
      response conclusion comment comments message abstract`)
  ],
  ["percent", wordSet("percent percentage rate share")],
  [
    "money",
    wordSet(`price cost costs amount fee fare total sum budget salary subtotal rent charge charges tax vat balance preis
      betrag precio prix`)
  ],
  ["id", wordSet("id number no nr code sku identifier key plate nummer número")],
  ["year", wordSet("year jahr año")],
  ["date", wordSet("date datum fecha day deadline")],
  ["time", wordSet("time uhrzeit hora")]
] as const

/** Kinds of values. `name` is anything else that is written as a name or a word. */
export type FieldKind = (typeof formats)[number] | (typeof kindWords)[number][0] | "name"

/** The unit of a number: that of a measure, or a currency. */
export type FieldUnit = Measure & { readonly currency?: string }

/** Stems that count as one word of a field: the word itself, its forms and its synonyms. */
export type Stems = ReadonlySet<string>

/** One field of a schema. */
export interface SchemaField {
  /** Its name as lower-case words, without the unit: `weight` of `weight_kg`. */
  readonly name: string
  /** Its title and description. */
  readonly details: string
  /** Its name, title and description in plain words. */
  readonly description: string
  readonly kind: FieldKind
  /** The words of its name that distinguish it from others of its kind: `due` of `due_date`. */
  readonly own: ReadonlyArray<Stems>
  /** The words of its description. */
  readonly described: ReadonlyArray<Stems>
  readonly unit?: FieldUnit | undefined
}

/** Words that say the kind, and also tell a field from others of that kind. */
const telling = wordSet("subtotal total budget salary rent tax vat balance deadline fee fare")

const kindsOfNumbers: ReadonlySet<FieldKind> = new Set(["money", "percent", "year", "id"])
const isoDate = /\bISO(?:[ -]?8601)? date\b(?![ -]?time)|\bYYYY-MM-DD\b(?!T)/i

const kindOf = (words: ReadonlyArray<string>, node: SchemaNode, isNumber: boolean): FieldKind => {
  const format = formats.find((one) => one === stringKeyword(node, "format"))
  if (format !== undefined) return format
  if (!isNumber && isoDate.test(stringKeyword(node, "description") ?? "")) return "date"
  for (const [kind, list] of kindWords)
    if (words.some((word) => list.has(word)) && (!isNumber || kindsOfNumbers.has(kind))) return kind
  return words.length === 0 && !isNumber ? "prose" : "name"
}

/** Least strength of a related word that counts as the word itself. */
const minStrength = 0.75

const stemsFor = (lexicon: Lexicon, token: Token): Stems =>
  new Set([
    token.stem,
    ...lexicon
      .related(token)
      .filter(({ isAntonym, strength }) => !isAntonym && strength >= minStrength)
      .map(({ stem }) => stem)
  ])

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
const unitInDetails = (details: string): FieldUnit | undefined =>
  Array.from(details.toLowerCase().matchAll(/(?:\bin |\()(\p{L}+|[€$£])/gu), ([, word = ""]) =>
    unitOf(word)
  ).find((unit) => unit !== undefined)

/** `dueDate` and `due_date` as `due`, `date`. `hours_per_week` is in hours. */
const wordsOf = (key: string): ReadonlyArray<string> =>
  key
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1 $2")
    .replace(/[_\-.]+/g, " ")
    .trim()
    .toLowerCase()
    .replace(/\sper\s.*/, "")
    .split(/\s+/)
    .filter((word) => word !== "")

const joined = (...parts: ReadonlyArray<string | undefined>) => parts.filter(Boolean).join(". ")

/** The field of a property, of the items of a list, or of the root when the name is empty. */
export const describeField = (lexicon: Lexicon, key: string, node: SchemaNode): SchemaField => {
  const isNumber = typesOf(subschema(node, "items") ?? node).some(
    (type) => type === "number" || type === "integer"
  )
  const all = wordsOf(key)
  const last = isNumber && all.length > 1 ? unitOf(all.at(-1) ?? "") : undefined
  const words = last === undefined ? all : all.slice(0, -1)
  const name = words.join(" ")
  const details = joined(stringKeyword(node, "title"), stringKeyword(node, "description"))
  const kind = kindOf(words, node, isNumber)
  const saysKind = (word: string): boolean =>
    !telling.has(word) && kindWords.some(([one, list]) => one === kind && list.has(word))
  const stemsIn = (text: string) =>
    tokenize(text)
      .filter((token) => token.content && token.kind === "word" && !saysKind(token.text))
      .map((token) => stemsFor(lexicon, token))
  const unit = last ?? (isNumber ? (unitInDetails(details) ?? unitOf(name)) : undefined)
  return {
    name,
    details,
    description: joined(name, details),
    kind: unit?.unit === "money" ? "money" : kind,
    own: stemsIn(name),
    described: stemsIn(details),
    unit
  }
}

/** Has a field words that tell it from others of its kind? A `phone` has none. */
export const hasWords = ({ described, own }: SchemaField): boolean => own.length > 0 || described.length > 0

/** The number of some words that stems of a text have. */
const countIn = (words: ReadonlyArray<Stems>, stems: Stems): number =>
  words.filter((any) => [...any].some((stem) => stems.has(stem))).length

/** Do stems of a text contain all words of the name of a field, or half of its description, two where it has a name? */
export const speaksOf = ({ described, own }: SchemaField, stems: Stems): boolean => {
  const mentioned = countIn(described, stems)
  return (
    (own.length > 0 && countIn(own, stems) === own.length) ||
    (mentioned > Math.min(1, own.length) && mentioned >= described.length / 2)
  )
}

/** How well a label names a field: 1 is the same name, 0 another one. */
export const labelMatch = (label: string, { name, own }: SchemaField): number => {
  const words = tokenize(label).filter(({ kind }) => kind !== "sign")
  const stems = new Set(words.map(({ stem }) => stem))
  const same = tokenize(name)
  if (same.length === words.length && same.every(({ stem }) => stems.has(stem)))
    return same.length === 0 ? 0 : 1
  // The words themselves, not their synonyms, when there are more in the label.
  const isNamed = own.length > 0 && countIn(own, stems) === own.length
  return isNamed && words.length <= own.length + 2 ? 0.8 : 0
}
