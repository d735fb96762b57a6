// What an entry of a list says for the properties of its object: name, quantity, unit.
import type { SchemaField } from "./field.ts"
import { kindOf } from "./fieldKind.ts"
import { type EntryParts, splitEntry } from "./readers/entryParts.ts"
import { makeValidator, propertiesOf, type SchemaNode, typesOf } from "@leadline/core/internal"

/** Names of properties that name an entry, of its quantity, and of the unit of that. */
const nameWords =
  /^(?:(?:item|product|article|ingredient|food|dish) )?(?:name|item|product|article|title|ingredient|thing|dish|good|food|what|label|description|text|task)$/
const quantityWords =
  /^(?:(?:item )?(?:quantity|qty|count|amount|number|pieces|units|menge|anzahl|cantidad))$/

type Value = string | number | undefined

const quantityFor = (entry: EntryParts, type: string, hasUnit: boolean): Value => {
  if (type === "string") return hasUnit ? entry.number?.toString() : entry.quantity
  // 250 of "250 g" says nothing without its unit.
  return entry.isMeasured && !hasUnit ? undefined : entry.number
}

/** The value of a property from the text of an entry; `undefined` when it is none of name, quantity and unit. */
export const entryValue = (
  text: string,
  field: SchemaField,
  node: SchemaNode,
  siblings: SchemaNode
): { readonly value: Value } | undefined => {
  const entry = splitEntry(text)
  const own = propertiesOf(siblings).map(([name]) => name.toLowerCase())
  const types = typesOf(node).filter((type) => type !== "null")
  const type = types[0] ?? "string"
  const isText = type === "string"
  const isValid = makeValidator(node)
  const read = (): { readonly value: Value } | undefined => {
    if (
      quantityWords.test(field.name) &&
      field.unit === undefined &&
      (kindOf(field, node, type) !== "money" || field.name === "amount")
    )
      return { value: quantityFor(entry, type, own.includes("unit")) }
    if (field.name === "unit" && isText) return { value: entry.unit }
    if (nameWords.test(field.name) && isText) return { value: entry.name === "" ? undefined : entry.name }
    return undefined
  }
  const found = read()
  return found?.value !== undefined && !isValid(found.value) ? { value: undefined } : found
}
