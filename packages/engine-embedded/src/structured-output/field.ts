// A field of a schema: the kind of value that its name, format and description ask for, and the words that name it.
import { type SchemaNode, stringKeyword, subschema, typesOf } from "@leadline/core/internal"
import { stemsOf, tokenize } from "../text/tokenize.ts"
import { currencyOf, type Measure, measureOf } from "../text/units.ts"
import { wordSet } from "../text/wordLists.ts"

/** Formats of JSON Schema that are kinds. */
const formats = ["date", "date-time", "time", "email", "uri", "uuid", "ipv4"] as const

/** Words of names that say the kind of the value, in the languages of everyday documents. The first kind counts. */
const kindWords = {
  email: wordSet("email mail correo"),
  uuid: wordSet("uuid guid"),
  phone: wordSet("phone telephone tel mobile fax telefon"),
  iban: wordSet("iban"),
  query: wordSet("query question search"),
  uri: wordSet("url uri link website homepage href source citation"),
  prose:
    wordSet(`description summary answer explanation reason reasoning text content details overview note notes
    rationale response conclusion comment comments message abstract`),
  percent: wordSet("percent percentage rate share"),
  money:
    wordSet(`price cost costs amount fee fare total sum budget salary subtotal rent charge charges tax vat balance
    preis betrag precio prix`),
  id: wordSet("id number no nr code sku identifier key plate nummer número"),
  year: wordSet("year jahr año"),
  date: wordSet("date datum fecha day deadline"),
  time: wordSet("time uhrzeit hora")
} as const
const kinds = Object.keys(kindWords) as ReadonlyArray<keyof typeof kindWords>

/** Kinds of values. `name` is anything else that is written as a name or a word. */
export type FieldKind = (typeof formats)[number] | keyof typeof kindWords | "name"

/** The unit of a number: that of a measure, or a currency. */
type FieldUnit = (Measure & { readonly currency?: string }) | undefined

const kindOf = (words: ReadonlyArray<string>, node: SchemaNode, isNumber: boolean): FieldKind => {
  const format = formats.find((one) => one === stringKeyword(node, "format"))
  const details = stringKeyword(node, "description") ?? ""
  if (format !== undefined) return format
  if (!isNumber && /\b(?:ISO(?:[ -]?8601)? date(?!-?time)|YYYY-MM-DD(?!T))\b/i.test(details)) return "date"
  const named = kinds.find((kind) => words.some((word) => kindWords[kind].has(word)))
  return named ?? (words.length === 0 && !isNumber ? "prose" : "name")
}

const unitOf = (word: string): FieldUnit => {
  const currency = currencyOf(word)
  if (currency !== undefined) return { unit: "money", factor: 1, currency }
  // A field named `year` asks for one of the calendar, `years` for how many.
  if (word === "year") return undefined
  return measureOf(word === "c" ? "celsius" : word === "f" ? "fahrenheit" : word)
}

/** The unit in a description: "in minutes", "(kg)". */
const unitInDetails = (details: string): FieldUnit =>
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
export const describeField = (key: string, node: SchemaNode) => {
  const isNumber = typesOf(subschema(node, "items") ?? node).some(
    (type) => type === "number" || type === "integer"
  )
  const all = wordsOf(key)
  const last = isNumber && all.length > 1 ? unitOf(all.at(-1) ?? "") : undefined
  const words = last === undefined ? all : all.slice(0, -1)
  const name = words.join(" ")
  const details = joined(stringKeyword(node, "title"), stringKeyword(node, "description"))
  const kind = kindOf(words, node, isNumber)
  // A total is another amount than a fee.
  const saysKind = (word: string) =>
    kind === "money"
      ? /^(?:price|costs?|amount|sum|preis|betrag|precio|prix)$/.test(word)
      : kinds.some((one) => one === kind && kindWords[one].has(word))
  const contentStems = (text: string) =>
    tokenize(text)
      .filter((token) => token.content && token.kind === "word" && !saysKind(token.text))
      .map(({ stem }) => stem)
  const unit = last ?? (isNumber ? (unitInDetails(details) ?? unitOf(name)) : undefined)
  return {
    /** Its name as lower-case words, without the unit: `weight` of `weight_kg`. */
    name,
    /** Its title and description. */
    details,
    /** Its name, title and description in plain words. */
    description: joined(name, details),
    kind: unit?.unit === "money" ? "money" : kind,
    /** The stems of its name that distinguish it from others of its kind: `due` of `due_date`. */
    own: contentStems(name),
    /** The stems of its description. */
    described: contentStems(details),
    unit
  }
}

/** One field of a schema. */
export type SchemaField = ReturnType<typeof describeField>

/** Does a text have all words of the name of a field, or half of its description, two where it has a name? */
export const speaksOf = ({ described, own }: SchemaField, text: string): boolean => {
  const stems = new Set(stemsOf(text))
  const mentioned = described.filter((stem) => stems.has(stem)).length
  return (
    (own.length > 0 && own.every((stem) => stems.has(stem))) ||
    (mentioned > Math.min(1, own.length) && mentioned >= described.length / 2)
  )
}

/** Does a label name a field: with the same words, or with all that tell it from others and few more? */
export const isNamedBy = (label: string, { name, own }: SchemaField): boolean => {
  const words = tokenize(label).filter(({ kind }) => kind !== "sign")
  const stems = new Set(words.map(({ stem }) => stem))
  const has = (wanted: ReadonlyArray<string>): boolean =>
    wanted.length > 0 && wanted.every((stem) => stems.has(stem))
  const same = stemsOf(name)
  return (same.length === words.length && has(same)) || (has(own) && words.length <= own.length + 2)
}
