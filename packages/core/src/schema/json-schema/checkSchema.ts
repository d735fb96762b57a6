// Finds what is invalid or unsupported in a caller's schema, before any other work.
// Source: §4.7, §4.10; Assumed: ours.
import type * as Schema from "effect/Schema"
import { isJsonObject } from "../Json.ts"
import { patternSource } from "./patternSource.ts"
import type { SchemaNode } from "./schemaKeywords.ts"
import { keyword, resolveReference, schemaLists, schemaMaps, singleSchemas } from "./schemaKeywords.ts"
import { findSizeProblem, type SchemaProblem } from "./schemaSize.ts"

const typeNames = new Set(["object", "array", "string", "number", "integer", "boolean", "null"])

/** Keywords that this engine does not support. */
const unsupported = new Set(
  (
    "not if then else dependentRequired dependentSchemas dependencies contains minContains maxContains " +
    "patternProperties propertyNames unevaluatedItems unevaluatedProperties additionalItems $dynamicRef $recursiveRef"
  ).split(" ")
)

/** All names are texts: zod says so of each record. */
const isAnyText = (schema: Schema.Json): boolean =>
  schema === true ||
  (isJsonObject(schema) &&
    Object.entries(schema).every(([key, value]) => key === "type" && value === "string"))

const sizes = ["minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties"]
const bounds = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"]

/** Subschemas of a schema, and values of an `enum` or in a `const`, at most. */
const maxSchemas = 5_000
const maxValues = 1_000

/** Characters of a pattern, at most. */
const maxPattern = 1_000

/** Characters of the texts of an `enum`, at most. */
const maxEnumText = 32_768

const textLength = (values: ReadonlyArray<Schema.Json>): number =>
  values.reduce<number>((sum, value) => sum + (typeof value === "string" ? value.length : 0), 0)

/** Values of a JSON value, itself counted. */
const countValues = (value: Schema.Json): number =>
  typeof value === "object" && value !== null
    ? Object.values(value).reduce<number>((sum, entry) => sum + countValues(entry), 1)
    : 1

const keywordProblem = (key: string, value: Schema.Json): string | undefined => {
  if (sizes.includes(key))
    return typeof value === "number" && Number.isInteger(value) && value >= 0
      ? undefined
      : "Expected a whole number"
  if (bounds.includes(key)) return typeof value === "number" ? undefined : "Expected a number"
  if (key === "multipleOf")
    return typeof value === "number" && value > 0 ? undefined : "Expected a number greater than 0"
  if (key === "type") {
    const names = Array.isArray(value) ? value : [value]
    return names.length > 0 && names.every((name) => typeof name === "string" && typeNames.has(name))
      ? undefined
      : `Expected one of ${[...typeNames].join(", ")}`
  }
  if (key === "enum") {
    if (!Array.isArray(value) || value.length === 0 || value.length > maxValues)
      return `Expected a list of 1 to ${maxValues} entries`
    return textLength(value) <= maxEnumText ? undefined : `Expected at most ${maxEnumText} characters in all`
  }
  if (key === "const")
    return countValues(value) <= maxValues ? undefined : `Expected at most ${maxValues} values`
  if (key === "required")
    return Array.isArray(value) && value.every((name) => typeof name === "string")
      ? undefined
      : "Expected a list of strings"
  if (key === "pattern") {
    if (typeof value !== "string") return "Expected a string"
    if (value.length > maxPattern) return `Expected at most ${maxPattern} characters`
    return patternSource(value) === undefined
      ? "Expected a regular expression as JavaScript has it with the flag u"
      : undefined
  }
  if (schemaLists.has(key))
    return Array.isArray(value) && value.length > 0 ? undefined : "Expected a list of schemas"
  if (schemaMaps.has(key)) return isJsonObject(value) ? undefined : "Expected an object of schemas"
  return undefined
}

/** The first problem of a schema, if any. Recursion is safe: the depth of a request is limited. */
export const findSchemaProblem = (root: SchemaNode): SchemaProblem | undefined => {
  const tooLarge = findSizeProblem(root)
  if (tooLarge !== undefined) return tooLarge
  let seen = 0
  const visited = new Set<Schema.Json>()
  const referred = new Map<SchemaNode, ReadonlyArray<string>>()
  const visit = (node: Schema.Json, path: ReadonlyArray<string | number>): SchemaProblem | undefined => {
    if (++seen > maxSchemas) return { path, message: `Expected at most ${maxSchemas} schemas in all` }
    if (typeof node === "boolean") return undefined
    if (!isJsonObject(node)) return { path, message: "Expected a JSON Schema: an object" }
    visited.add(node)
    for (const [key, value] of Object.entries(node)) {
      const keyPath = [...path, key]
      if (key === "propertyNames" && isAnyText(value)) continue
      if (unsupported.has(key)) return { path: keyPath, message: "Unsupported JSON Schema keyword" }
      const wrong = keywordProblem(key, value)
      if (wrong !== undefined) return { path: keyPath, message: wrong }
      if (key === "$ref") {
        const target = typeof value === "string" ? resolveReference(root, value) : undefined
        if (target === undefined)
          return { path: keyPath, message: "Expected a reference to a schema of the same document" }
        referred.set(target, keyPath.map(String))
      }
      const inner: ReadonlyArray<readonly [string | number, Schema.Json]> =
        schemaLists.has(key) && Array.isArray(value)
          ? value.map((entry, index) => [index, entry] as const)
          : schemaMaps.has(key) && isJsonObject(value)
            ? Object.entries(value)
            : []
      for (const [step, entry] of inner) {
        const problem = visit(entry, [...keyPath, step])
        if (problem !== undefined) return problem
      }
      if (singleSchemas.has(key)) {
        const problem = visit(value, keyPath)
        if (problem !== undefined) return problem
      }
    }
    const clash = [
      ["minItems", "maxItems"],
      ["minLength", "maxLength"],
      ["minimum", "maximum"]
    ].find(
      ([least = "", most = ""]) =>
        Number(keyword(node, least) ?? 0) > Number(keyword(node, most) ?? Infinity) &&
        keyword(node, least) !== undefined
    )
    return clash === undefined
      ? undefined
      : { path, message: `Expected ${clash[0]} to be at most ${clash[1]}` }
  }
  const problem = visit(root, [])
  if (problem !== undefined) return problem
  // Some may be where no schema is expected, as in a `default`. References of theirs join the others.
  for (const [target, path] of referred) {
    const wrong = visited.has(target) ? undefined : visit(target, path)
    if (wrong !== undefined) return wrong
  }
  return undefined
}
