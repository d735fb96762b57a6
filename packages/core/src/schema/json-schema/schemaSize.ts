// Bounds the work that a caller's schema can cause, before anything is done with it.
// Source: §4.7, §4.10; Assumed: ours, the numbers.
import type * as Schema from "effect/Schema"
import { isJsonObject } from "../Json.ts"
import { type SchemaNode, resolveReference, stringKeyword } from "./schemaKeywords.ts"

/** What is wrong with a schema, and its path in the schema. */
export interface SchemaProblem {
  readonly path: ReadonlyArray<string | number>
  readonly message: string
}

/** What a schema may hold at most. */
const limits = {
  /** Characters of all names and texts. */
  characters: 262_144,
  /** Characters of one name. */
  name: 4_096,
  /** Characters of all titles, descriptions and comments. */
  descriptions: 65_536,
  /** Classes such as `\p{L}` in the patterns that differ: each takes up to half a millisecond to read. */
  unicodeClasses: 128,
  /** Values: names, entries of lists, texts, numbers. */
  values: 20_000,
  /** The same where each reference stands for the schema that it names. */
  expanded: 25_000,
  /** Levels with references followed. */
  depth: 500
}

const unicodeClass = /\\p\{/gi

const descriptive = new Set(["title", "description", "$comment"])

const refuse = (message: string): SchemaProblem => ({ path: [], message })

/** The members of an object one by one: `Object.entries` would read all, of which there may be very many. */
function* membersOf(value: object): Generator<readonly [string, Schema.Json]> {
  for (const name in value) yield [name, Reflect.get(value, name)]
}

/** Counts what schemas hold together; the first bound that they pass. */
export const contentProblem = (root: Schema.Json): SchemaProblem | undefined => {
  let characters = 0
  let descriptions = 0
  let unicodeClasses = 0
  let values = 0
  const patterns = new Set<string>()
  const visit = (value: Schema.Json, key: string | number | undefined): SchemaProblem | undefined => {
    if (++values > limits.values) return refuse(`Expected at most ${limits.values} values in all`)
    if (typeof value === "string") {
      characters += value.length
      if (descriptive.has(String(key))) descriptions += value.length
      if (descriptions > limits.descriptions)
        return refuse(`Expected at most ${limits.descriptions} characters of descriptions in all`)
      if (key === "pattern" && !patterns.has(value)) {
        patterns.add(value)
        unicodeClasses += value.match(unicodeClass)?.length ?? 0
      }
      if (unicodeClasses > limits.unicodeClasses)
        return refuse(`Expected at most ${limits.unicodeClasses} classes like \\p{L} in all patterns`)
    }
    if (typeof key === "string") {
      characters += key.length
      if (key.length > limits.name) return refuse(`Expected names of at most ${limits.name} characters`)
    }
    if (characters > limits.characters)
      return refuse(`Expected at most ${limits.characters} characters in all`)
    // No JSON pointer names half a character, and validators make one of each name.
    if ([key, value].some((text) => typeof text === "string" && !text.isWellFormed()))
      return refuse("Expected no half of a character (a lone surrogate)")
    if (typeof value !== "object" || value === null) return undefined
    for (const [name, entry] of Array.isArray(value) ? value.entries() : membersOf(value)) {
      const problem = visit(entry, name)
      if (problem !== undefined) return problem
    }
    return undefined
  }
  return visit(root, undefined)
}

/** Values of a schema where each reference stands for what it names; a reference to a schema around it counts as one. */
const expandedSize = (root: SchemaNode): number => {
  const known = new Map<object, number>()
  const sizeOf = (value: Schema.Json | undefined, depth: number): number => {
    if (typeof value !== "object" || value === null) return 1
    const size = known.get(value)
    if (size !== undefined) return size
    if (depth > limits.depth) return Infinity
    known.set(value, 1)
    let sum = 1
    for (const entry of Array.isArray(value) ? value : Object.values(value)) sum += sizeOf(entry, depth + 1)
    const reference = isJsonObject(value) ? stringKeyword(value, "$ref") : undefined
    if (reference !== undefined) sum += sizeOf(resolveReference(root, reference), depth + 1)
    known.set(value, sum)
    return sum
  }
  return sizeOf(root, 0)
}

/** Why a schema is too large to work with, if it is. */
export const findSizeProblem = (root: SchemaNode): SchemaProblem | undefined =>
  contentProblem(root) ??
  (expandedSize(root) > limits.expanded
    ? refuse(`The schema is too complex: expected at most ${limits.expanded} values with references followed`)
    : undefined)
