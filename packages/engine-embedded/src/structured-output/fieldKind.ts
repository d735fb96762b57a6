// The kind of value that a field asks for, by its name, format and type, and the words that distinguish it from other
// fields of that kind.
import { tokenize } from "../text/tokenize.ts"
import type { SchemaField } from "./field.ts"
import type { SchemaNode } from "@leadline/core/internal"
import { stringKeyword } from "@leadline/core/internal"

/** Kinds of values. `other` is anything else. */
export type FieldKind =
  | "address"
  | "age"
  | "count"
  | "date"
  | "date-time"
  | "email"
  | "iban"
  | "id"
  | "ipv4"
  | "money"
  | "other"
  | "percent"
  | "person"
  | "phone"
  | "place"
  | "postcode"
  | "prose"
  | "query"
  | "source"
  | "street"
  | "time"
  | "uri"
  | "uuid"
  | "weekday"
  | "year"

/** Words of names, by the kind that they indicate. The first kind with a matching word is taken. */
const kindWords: ReadonlyArray<readonly [FieldKind, ReadonlySet<string>]> = (
  [
    ["email", "email mail e correo"],
    ["uuid", "uuid guid"],
    ["phone", "phone telephone tel mobile fax telefon telefonnummer teléfono téléphone"],
    ["iban", "iban"],
    ["postcode", "postcode zip zipcode postal plz"],
    ["street", "street straße strasse calle rue"],
    ["address", "address adresse anschrift dirección"],
    ["weekday", "weekday wochentag"],
    ["query", "query question prompt search keyword keywords"],
    ["source", "source sources citation citations reference references"],
    ["uri", "url urls uri link links href website homepage"],
    [
      "prose",
      "description summary answer explanation explain reason reasoning text content detail details sentence sentences overview note notes " +
        "rationale response conclusion paragraph evidence fact facts finding findings point points step steps meaning definition comment comments message"
    ],
    ["percent", "percent percentage rate share"],
    [
      "money",
      "price cost costs amount fee fees fare rent total sum charge charges budget salary subtotal balance vat tax " +
        "preis betrag kosten precio importe prix"
    ],
    ["age", "age"],
    ["id", "id number no nr code sku ticket identifier key plate nummer número"],
    ["count", "count quantity qty number"],
    ["year", "year"],
    ["date", "date datum fecha day deadline"],
    ["time", "time uhrzeit hora"],
    ["place", "city town stadt ort ciudad place location country destination origin"],
    ["person", "name"]
  ] as const
).map(([kind, words]) => [kind, new Set(words.split(" "))] as const)

const byFormat: ReadonlyMap<string, FieldKind> = new Map([
  ["date", "date"],
  ["date-time", "date-time"],
  ["time", "time"],
  ["email", "email"],
  ["uri", "uri"],
  ["url", "uri"],
  ["iri", "uri"],
  ["uuid", "uuid"],
  ["ipv4", "ipv4"]
])

/** Matches a description that asks for a date without a time. */
const isoDate = /\bISO(?:[ -]?8601)? (?:calendar )?date\b(?![ -]?time)|\bYYYY-MM-DD\b(?!T)/i

/** Kinds of numbers; a name such as "number of rooms" asks for a count. */
const numeric: ReadonlySet<FieldKind> = new Set(["age", "count", "id", "money", "percent", "year"])

/** The kind of a field with a scalar of this type. */
export const kindOf = ({ name }: Pick<SchemaField, "name">, node: SchemaNode, type: string): FieldKind => {
  const format = byFormat.get(stringKeyword(node, "format") ?? "")
  if (format !== undefined) return format
  if (type === "string" && isoDate.test(stringKeyword(node, "description") ?? "")) return "date"
  const words = name.split(" ")
  for (const [kind, list] of kindWords) {
    if (!words.some((word) => list.has(word))) continue
    if (type === "string" && (kind === "count" || kind === "age")) continue
    if (type !== "string" && !numeric.has(kind)) continue
    // "Number of rooms" is a count, no id.
    if (kind === "id" && type !== "string" && words.includes("of")) continue
    return kind
  }
  return name === "" && type === "string" ? "prose" : "other"
}

/** Words of names that do not distinguish values with a format of their own. */
const commonWords = new Set("address number id ip ipv4 date time on at".split(" "))
const shaped: ReadonlySet<FieldKind> = new Set(["date-time", "email", "ipv4", "phone", "uri", "uuid"])

/** Words that indicate a kind, and also distinguish a field from others of that kind. */
const specific = new Set("budget salary subtotal balance vat tax deadline".split(" "))

const wordsOfKind: ReadonlyMap<FieldKind, ReadonlySet<string>> = new Map(kindWords)

/** The words of a name without those that indicate its kind: "invoice" of "invoice number". May be empty. */
export const specificWords = (name: string, kind: FieldKind): ReadonlyArray<string> => {
  const own = wordsOfKind.get(kind)
  const isGeneric = (word: string): boolean =>
    (!specific.has(word) && own?.has(word) === true) || (shaped.has(kind) && commonWords.has(word))
  return tokenize(name)
    .filter(
      ({ content, kind: token, text }) => content && token === "word" && text !== "full" && !isGeneric(text)
    )
    .map(({ text }) => text)
}
