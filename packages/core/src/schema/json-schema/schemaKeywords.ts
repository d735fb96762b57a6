// Reads keywords of a caller's JSON Schema and resolves references.
// Source: §4.7, §4.10; Assumed: ours, the keywords.
import { isJsonObject } from "../Json.ts"
import type { JsonSchema } from "../JsonSchema.ts"
import type * as Schema from "effect/Schema"

/** Keywords whose value is a list of schemas, an object of schemas by name, and a schema. */
export const schemaLists: ReadonlySet<string> = new Set(["allOf", "anyOf", "oneOf", "prefixItems"])
export const schemaMaps: ReadonlySet<string> = new Set(["properties", "$defs", "definitions"])
export const singleSchemas: ReadonlySet<string> = new Set(["items", "additionalProperties"])

/** A schema object. The schema `true` is the empty object. */
export type SchemaNode = Schema.JsonObject

/** The schema of a request, which is checked to be JSON. */
export const schemaNode = (schema: JsonSchema): SchemaNode => schema as SchemaNode

/** A keyword of a schema, if present. Only own properties count, since keys come from callers. */
export const keyword = (node: Schema.JsonObject, key: string): Schema.Json | undefined =>
  Object.hasOwn(node, key) ? node[key] : undefined

/** A keyword, if it is a number. */
export const numberKeyword = (node: SchemaNode, key: string): number | undefined => {
  const value = keyword(node, key)
  return typeof value === "number" ? value : undefined
}

/** A keyword, if it is a string. */
export const stringKeyword = (node: SchemaNode, key: string): string | undefined => {
  const value = keyword(node, key)
  return typeof value === "string" ? value : undefined
}

/** A keyword, if it is an array; otherwise the empty array. */
export const listKeyword = (node: SchemaNode, key: string): ReadonlyArray<Schema.Json> => {
  const value = keyword(node, key)
  return Array.isArray(value) ? value : []
}

/** The schemas of a keyword that is a list of schemas. */
export const subschemas = (node: SchemaNode, key: string): ReadonlyArray<SchemaNode> =>
  listKeyword(node, key).map((value) => (isJsonObject(value) ? value : value === false ? neverSchema : {}))

/** The schema that no value satisfies. */
export const neverSchema: SchemaNode = { enum: [] }

/** The schema of a keyword; `undefined` when it is absent. */
export const subschema = (node: SchemaNode, key: string): SchemaNode | undefined => {
  const value = keyword(node, key)
  if (value === undefined) return undefined
  return isJsonObject(value) ? value : value === false ? neverSchema : {}
}

/** Properties by name, in the caller's order. */
export const propertiesOf = (node: SchemaNode): ReadonlyArray<readonly [string, SchemaNode]> => {
  const value = keyword(node, "properties")
  return isJsonObject(value)
    ? Object.entries(value).map(([name, inner]) => [
        name,
        isJsonObject(inner) ? inner : inner === false ? neverSchema : {}
      ])
    : []
}

/** Names of the required properties. */
export const requiredOf = (node: SchemaNode): ReadonlyArray<string> =>
  listKeyword(node, "required").filter((name) => typeof name === "string")

/** Resolves a reference within the document: `#` or a JSON pointer such as `#/$defs/name`. */
export const resolveReference = (root: SchemaNode, reference: string): SchemaNode | undefined => {
  if (reference === "#") return root
  if (!reference.startsWith("#/")) return undefined
  let current: Schema.Json | undefined = root
  for (const step of reference.slice(2).split("/")) {
    const key = unescape(step)
    if (Array.isArray(current)) current = current[Number(key)]
    else current = isJsonObject(current) ? keyword(current, key) : undefined
  }
  return isJsonObject(current) ? current : current === true ? {} : current === false ? neverSchema : undefined
}

const unescape = (step: string): string =>
  step
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll("~1", "/")
    .replaceAll("~0", "~")

/** The types a schema allows; empty when it allows all. `nullable` adds `null`. */
export const typesOf = (node: SchemaNode): ReadonlyArray<string> => {
  const value = keyword(node, "type")
  const types = Array.isArray(value) ? value.filter((name) => typeof name === "string") : []
  const named = typeof value === "string" ? [value] : types
  return keyword(node, "nullable") === true && named.length > 0 ? [...named, "null"] : named
}
