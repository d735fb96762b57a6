// Validates a value against a caller's schema. Supports every keyword that `checkSchema.ts` accepts.
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import { isJsonObject } from "../Json.ts"
import { compilePattern } from "./pattern.ts"
import type { SchemaNode } from "./schemaKeywords.ts"
import {
  keyword,
  numberKeyword,
  propertiesOf,
  requiredOf,
  resolveReference,
  stringKeyword,
  subschema,
  subschemas,
  typesOf
} from "./schemaKeywords.ts"

/** Are two JSON values equal? The order of keys does not matter. */
export const jsonEquals = (left: Schema.Json, right: Schema.Json): boolean => {
  if (Array.isArray(left) || Array.isArray(right))
    return (
      Array.isArray(left) &&
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((entry, index) => jsonEquals(entry, right[index] ?? null))
    )
  if (!isJsonObject(left) || !isJsonObject(right)) return left === right
  const keys = Object.keys(left)
  return (
    keys.length === Object.keys(right).length &&
    keys.every(
      (key) =>
        Object.hasOwn(right, key) && jsonEquals(keyword(left, key) ?? null, keyword(right, key) ?? null)
    )
  )
}

/** The same text for equal JSON values: its names are in order. */
const canonicalText = (value: Schema.Json): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    isJsonObject(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner
  )

const isType = (type: string, value: Schema.Json): boolean => {
  if (type === "null") return value === null
  if (type === "array") return Array.isArray(value)
  if (type === "object") return isJsonObject(value)
  if (type === "integer") return Number.isInteger(value)
  return typeof value === type
}

/** Length of a text in code points, as JSON Schema counts it. */
export const codePointLength = (text: string): number => Array.from(text).length

/** A number as its shortest decimal: `digits` times ten to the power of `exponent`. */
const decimalOf = (value: number): { readonly digits: bigint; readonly exponent: number } => {
  const [mantissa = "0", exponent = "0"] = value.toExponential().split("e")
  const [whole = "0", fraction = ""] = mantissa.split(".")
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length }
}

/** Is a number a multiple of another? Exact for decimals as they are written: 0.3 is a multiple of 0.1. */
export const isMultiple = (value: number, of: number): boolean => {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(of)) return value % of === 0
  const [left, right] = [decimalOf(value), decimalOf(of)]
  const least = Math.min(left.exponent, right.exponent)
  const scaled = ({ digits, exponent }: typeof left): bigint => digits * 10n ** BigInt(exponent - least)
  return scaled(left) % scaled(right) === 0n
}

const fitsNumber = (node: SchemaNode, value: number): boolean => {
  const multiple = numberKeyword(node, "multipleOf")
  return (
    value >= (numberKeyword(node, "minimum") ?? -Infinity) &&
    value <= (numberKeyword(node, "maximum") ?? Infinity) &&
    value > (numberKeyword(node, "exclusiveMinimum") ?? -Infinity) &&
    value < (numberKeyword(node, "exclusiveMaximum") ?? Infinity) &&
    (multiple === undefined || isMultiple(value, multiple))
  )
}

/** Schemas visited for one value, at most: references can be circular. */
const maxSteps = 100_000

/** Makes a validator for a schema. A schema that recurses without end is never satisfied. */
export const makeValidator = (root: SchemaNode): ((value: Schema.Json, node?: SchemaNode) => boolean) => {
  const patterns = new Map<string, (text: string) => boolean>()
  let steps = 0
  const matches = (pattern: string, text: string): boolean => {
    const known =
      patterns.get(pattern) ??
      Result.match(compilePattern(pattern), { onSuccess: ({ test }) => test, onFailure: () => () => false })
    patterns.set(pattern, known)
    return known(text)
  }

  const fitsText = (node: SchemaNode, value: string): boolean => {
    const pattern = stringKeyword(node, "pattern")
    return (
      codePointLength(value) >= (numberKeyword(node, "minLength") ?? 0) &&
      codePointLength(value) <= (numberKeyword(node, "maxLength") ?? Infinity) &&
      (pattern === undefined || matches(pattern, value))
    )
  }
  const fitsArray = (node: SchemaNode, value: ReadonlyArray<Schema.Json>): boolean => {
    const first = subschemas(node, "prefixItems")
    const rest = subschema(node, "items")
    return (
      value.length >= (numberKeyword(node, "minItems") ?? 0) &&
      value.length <= (numberKeyword(node, "maxItems") ?? Infinity) &&
      (keyword(node, "uniqueItems") !== true || new Set(value.map(canonicalText)).size === value.length) &&
      value.every((entry, index) => {
        const schema = first[index] ?? rest
        return schema === undefined || fits(schema, entry)
      })
    )
  }
  const fitsObject = (node: SchemaNode, value: Schema.JsonObject): boolean => {
    const names = Object.keys(value)
    const known = new Map(propertiesOf(node))
    const further = subschema(node, "additionalProperties")
    return (
      names.length >= (numberKeyword(node, "minProperties") ?? 0) &&
      names.length <= (numberKeyword(node, "maxProperties") ?? Infinity) &&
      requiredOf(node).every((name) => Object.hasOwn(value, name)) &&
      names.every((name) => {
        const schema = known.get(name) ?? further
        return schema === undefined || fits(schema, keyword(value, name) ?? null)
      })
    )
  }
  const fits = (node: SchemaNode, value: Schema.Json): boolean => {
    if (++steps > maxSteps) return false
    const reference = stringKeyword(node, "$ref")
    if (reference !== undefined && !fits(resolveReference(root, reference) ?? {}, value)) return false
    if (value === null && keyword(node, "nullable") === true) return true
    const types = typesOf(node)
    if (types.length > 0 && !types.some((type) => isType(type, value))) return false
    const allowed = keyword(node, "enum")
    if (Array.isArray(allowed) && !allowed.some((entry) => jsonEquals(entry, value))) return false
    const constant = keyword(node, "const")
    if (constant !== undefined && !jsonEquals(constant, value)) return false
    if (!subschemas(node, "allOf").every((inner) => fits(inner, value))) return false
    const any = subschemas(node, "anyOf")
    if (any.length > 0 && !any.some((inner) => fits(inner, value))) return false
    const one = subschemas(node, "oneOf")
    if (one.length > 0 && one.filter((inner) => fits(inner, value)).length !== 1) return false
    if (typeof value === "string") return fitsText(node, value)
    if (typeof value === "number") return fitsNumber(node, value)
    if (Array.isArray(value)) return fitsArray(node, value)
    return !isJsonObject(value) || fitsObject(node, value)
  }
  return (value, node = root) => {
    steps = 0
    return fits(node, value)
  }
}
