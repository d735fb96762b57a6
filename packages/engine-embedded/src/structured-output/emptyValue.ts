// The emptiest value that a schema takes, for what a text does not hold: null, "", 0, false, [] and their like.
import type { SchemaNode } from "@leadline/core/internal"
import {
  keyword,
  listKeyword,
  numberKeyword,
  propertiesOf,
  requiredOf,
  stringKeyword,
  subschema,
  subschemas,
  typesOf
} from "@leadline/core/internal"
import type * as Schema from "effect/Schema"
import { samplePattern } from "./samplePattern.ts"

/** The `$ref`s of a schema, without following them. */
export const referencesOf = (node: SchemaNode): ReadonlyArray<string> =>
  [node, ...subschemas(node, "allOf")].flatMap((part) => stringKeyword(part, "$ref") ?? [])

/** Values of formats that have no empty one. */
const formats: ReadonlyMap<string, string> = new Map([
  ["date", "1970-01-01"],
  ["date-time", "1970-01-01T00:00:00Z"],
  ["time", "00:00:00Z"],
  ["duration", "PT0S"],
  ["email", "unknown@example.invalid"],
  ["hostname", "example.invalid"],
  ["uri", "about:blank"],
  ["uuid", "00000000-0000-0000-0000-000000000000"],
  ["ipv4", "0.0.0.0"],
  ["ipv6", "::"]
])

const emptyText = (node: SchemaNode, isValid: (value: Schema.Json) => boolean): string | undefined => {
  const least = Math.min(numberKeyword(node, "minLength") ?? 0, 10_000)
  const pattern = stringKeyword(node, "pattern")
  return [
    formats.get(stringKeyword(node, "format") ?? "") ?? "",
    "-".repeat(least),
    ...(pattern === undefined ? [] : [0, 1, least].map((repeats) => samplePattern(pattern, repeats)))
  ].find(isValid)
}

/** Options that say that nothing is known. */
const ofNothing =
  /^(?:unknown|other|none|unspecified|n\/?a|not[ _-](?:applicable|given|known|specified|stated))$/i

/** The number nearest to 0 within the bounds. */
const emptyNumber = (node: SchemaNode, isInteger: boolean): number => {
  const step = numberKeyword(node, "multipleOf") ?? (isInteger ? 1 : undefined)
  const above = numberKeyword(node, "exclusiveMinimum")
  const below = numberKeyword(node, "exclusiveMaximum")
  const least = Math.max(
    numberKeyword(node, "minimum") ?? -Infinity,
    above === undefined ? -Infinity : above + (step ?? Math.max(1e-6, Math.abs(above) * 1e-9))
  )
  const most = Math.min(
    numberKeyword(node, "maximum") ?? Infinity,
    below === undefined ? Infinity : below - (step ?? Math.max(1e-6, Math.abs(below) * 1e-9))
  )
  const value = Math.min(Math.max(0, least), most)
  if (step === undefined) return value
  return (value > 0 ? Math.ceil(value / step) : Math.floor(value / step)) * step
}

/**
 * The emptiest value of a schema; undefined when none was found. `merge` resolves its references, `isValid` checks a value
 * against a part of it.
 */
export const makeEmptyValue = (
  merge: (node: SchemaNode) => SchemaNode | undefined,
  isValid: (node: SchemaNode, value: Schema.Json) => boolean
) => {
  const empty = (given: SchemaNode, open: ReadonlySet<string>): Schema.Json | undefined => {
    const references = referencesOf(given)
    if (references.some((reference) => open.has(reference))) return undefined
    const inside = references.length === 0 ? open : new Set([...open, ...references])
    const node = merge(given)
    if (node === undefined) return undefined
    const fits = (value: Schema.Json) => isValid(node, value)
    const constant = keyword(node, "const")
    if (constant !== undefined) return constant
    if (fits(null)) return null
    const options = listKeyword(node, "enum")
    if (keyword(node, "enum") !== undefined)
      return (
        options.find((option) => typeof option === "string" && ofNothing.test(option) && fits(option)) ??
        options.find(fits)
      )
    const branches = [...subschemas(node, "anyOf"), ...subschemas(node, "oneOf")]
    if (branches.length > 0) {
      const { anyOf: _any, oneOf: _one, ...rest } = node
      for (const branch of branches) {
        const value = empty({ allOf: [rest, branch] }, inside)
        if (value !== undefined) return value
      }
      return undefined
    }
    const types = typesOf(node)
    const is = (type: string) => types.length === 0 || types.includes(type)
    const hasProperties = keyword(node, "properties") !== undefined || keyword(node, "required") !== undefined
    if (types.includes("object") || (types.length === 0 && hasProperties)) return emptyObject(node, inside)
    if (types.includes("array") || (types.length === 0 && keyword(node, "items") !== undefined))
      return emptyArray(node, inside)
    if (is("string")) {
      const text = emptyText(node, fits)
      if (text !== undefined) return text
    }
    return [
      ...(is("number") || is("integer") ? [emptyNumber(node, !is("number"))] : []),
      ...(is("boolean") ? [false] : [])
    ].find(fits)
  }

  const emptyObject = (node: SchemaNode, open: ReadonlySet<string>): Schema.Json | undefined => {
    const properties = new Map(propertiesOf(node))
    const entries: Array<readonly [string, Schema.Json]> = []
    for (const name of requiredOf(node)) {
      const value = empty(properties.get(name) ?? subschema(node, "additionalProperties") ?? {}, open)
      if (value === undefined) return undefined
      entries.push([name, value])
    }
    return Object.fromEntries(entries)
  }

  const emptyArray = (node: SchemaNode, open: ReadonlySet<string>): Schema.Json | undefined => {
    const prefix = subschemas(node, "prefixItems")
    const items: Array<Schema.Json> = []
    for (let at = 0; at < Math.min(numberKeyword(node, "minItems") ?? 0, 1_000); at++) {
      const value = empty(prefix[at] ?? subschema(node, "items") ?? {}, open)
      if (value === undefined) return undefined
      items.push(value)
    }
    return items
  }

  return (node: SchemaNode): Schema.Json | undefined => empty(node, new Set())
}
