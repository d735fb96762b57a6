// Labelled values in a text: `Invoice number: 2026-0417`.
import { tokenize } from "../text/tokenize.ts"
import type { SchemaField } from "./field.ts"
import { findCodes } from "./readers/codes.ts"
import { memoize } from "./readers/memoize.ts"
import { splitUnit } from "./readers/units.ts"
import { type FieldKind, kindOf, specificWords } from "./fieldKind.ts"

/** A label with the text after it. */
interface Labelled {
  readonly label: string
  readonly value: string
}

const labelPattern =
  /(?:^|[\n,;.!?|(]\s*|\s[-–•]\s)((?:[\p{L}\p{N}#/'’-]+[ \t]+){0,4}[\p{L}\p{N}#/'’-]+(?:\s?\([^()\n]{1,20}\))?)\s*[:=]\s+/gu

/** The labelled values of a text. A value ends at the next label or at the end of the text. */
export const findLabelled = memoize((text: string): ReadonlyArray<Labelled> => {
  const found = Array.from(text.matchAll(labelPattern))
  return found.map((match, index) => {
    const next = found[index + 1]
    const value = text.slice(match.index + match[0].length, next?.index ?? text.length)
    return { label: match[1] ?? "", value: value.trim().replace(/[\s.,;|]+$/, "") }
  })
})

/** The code that a label ends with, and the rest: "Order 7001" is "7001" and "Order". `undefined` without a code. */
export const codeOfLabel = (label: string): { readonly rest: string; readonly value: string } | undefined => {
  const code = findCodes(label).find(({ end, start }) => start > 0 && end === label.length)
  return code === undefined ? undefined : { rest: label.slice(0, code.start).trim(), value: code.value }
}

const stems = (text: string): ReadonlySet<string> =>
  new Set(
    tokenize(text)
      .filter(({ kind }) => kind !== "sign")
      .map(({ stem }) => stem)
  )

const contains = (all: ReadonlySet<string>, some: ReadonlySet<string>): boolean =>
  [...some].every((stem) => all.has(stem))

const labelKind = (label: string, type: string): FieldKind => kindOf({ name: label.toLowerCase() }, {}, type)

/** A label without its unit, if the field has a unit: "Weight (kg)" is "weight". */
const unlabelled = (label: string, { unit }: SchemaField): string =>
  unit === undefined
    ? label
    : splitUnit(
        label
          .toLowerCase()
          .replaceAll(/[()[\]]/g, " ")
          .trim()
          .replaceAll(/\s+/g, " ")
      ).name

/** How well a label names a field: 1 is the same name, 0 another one. */
export const labelMatch = (label: string, field: SchemaField, kind: FieldKind, type: string): number => {
  if (field.name === "") return 0
  const own = stems(field.name)
  const read = stems(label.toLowerCase() === field.key.toLowerCase() ? field.name : unlabelled(label, field))
  if (own.size === read.size && contains(own, read)) return 1
  const other = labelKind(label, type)
  if (other !== kind && other !== "other" && kind !== "other") return 0
  const specific = specificWords(field.name, kind)
  if (specific.length === 0)
    return other === kind && specificWords(label.toLowerCase(), kind).length === 0 ? 0.8 : 0
  // Words, not stems: "Salary expectation" names the salary, but "sell my bike" not the seller.
  const words = new Set(label.toLowerCase().split(/[^\p{L}\p{N}]+/u))
  if (field.name.split(" ").every((word) => words.has(word))) return 0.9
  return kind !== "other" && specific.every((word) => words.has(word)) ? 0.7 : 0
}
