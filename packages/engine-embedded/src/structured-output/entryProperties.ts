// Reads properties of an object from a list entry: "250 g flour" gives `name`, `quantity` and `unit`.
import type { SchemaField } from "./field.ts"
import { kindOf } from "./fieldKind.ts"
import { type EntryParts, splitEntry } from "./readers/entryParts.ts"
import { makeValidator } from "./validate.ts"
import { propertiesOf, type SchemaNode, typesOf } from "@leadline/core/internal"

/** Names of properties for what is listed, and for its quantity. */
const nameWords =
  /^(?:(?:item|product|article|ingredient|food|dish) )?(?:name|item|product|article|title|ingredient|thing|dish|good|food|what|label|description|text|task)$/
const quantityWords =
  /^(?:(?:item )?(?:quantity|qty|count|amount|number|pieces|units|menge|anzahl|cantidad))$/

type Value = string | number | undefined

const quantityFor = (entry: EntryParts, type: string, hasUnit: boolean): Value => {
  if (type === "string") return hasUnit ? entry.number?.toString() : entry.quantity
  // Without a property for the unit, 250 of "250 g" would be misleading.
  return entry.isMeasured && !hasUnit ? undefined : entry.number
}

/**
 * The value of a property in the text of an entry. `{ value: undefined }` when the entry has none; `undefined` when the property
 * is not a name, quantity or unit. `siblings` is the schema of the whole object.
 */
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
