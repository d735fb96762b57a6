// The grammar of a JSON Schema, where llama.cpp can follow all of it.
import type { Llama, LlamaGrammar } from "node-llama-cpp"

/** Keywords whose meaning the grammar has, or that mean nothing for an answer. */
const known = new Set([
  "$defs",
  "$ref",
  "$schema",
  "additionalProperties",
  "const",
  "default",
  "description",
  "enum",
  "examples",
  "items",
  "maxItems",
  "maxLength",
  "minItems",
  "minLength",
  "oneOf",
  "properties",
  "required",
  "title",
  "type"
])

const simple = new Set<unknown>(["boolean", "integer", "null", "number", "string"])

/** The largest bound of a length or of a number of items: each is a rule of the grammar. */
const mostRepeated = 1_000

/** Characters of the schema. */
const longest = 16_384

const isRecord = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const isKnownType = (type: unknown): boolean =>
  Array.isArray(type)
    ? type.every((one) => simple.has(one))
    : type === undefined || type === "object" || type === "array" || simple.has(type)

const isFollowed = (schema: unknown): boolean => {
  if (!isRecord(schema)) return false
  const { $defs = {}, additionalProperties = false, items, oneOf = [], properties = {}, type } = schema
  const hasMeaning = ["$ref", "const", "enum", "oneOf", "type"].some((name) => Object.hasOwn(schema, name))
  const bounds = ["maxItems", "maxLength", "minItems", "minLength"].map((name) => schema[name] ?? 0)
  return (
    hasMeaning &&
    Object.keys(schema).every((name) => known.has(name)) &&
    isKnownType(type) &&
    bounds.every((bound) => Number(bound) <= mostRepeated) &&
    isRecord(properties) &&
    isRecord($defs) &&
    Array.isArray(oneOf) &&
    [...Object.values(properties), ...Object.values($defs), ...oneOf].every(isFollowed) &&
    (items === undefined || isFollowed(items)) &&
    (typeof additionalProperties === "boolean" || isFollowed(additionalProperties))
  )
}

/** The grammar of a schema. Undefined: answers cannot be held to it. */
export const grammarOf = async (llama: Llama, schema: object): Promise<LlamaGrammar | undefined> => {
  if (JSON.stringify(schema).length > longest || !isFollowed(schema)) return undefined
  try {
    return await llama.createGrammarForJsonSchema(schema as { readonly type: "object" })
  } catch {
    return undefined
  }
}
