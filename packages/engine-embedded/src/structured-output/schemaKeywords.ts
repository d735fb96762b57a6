// Reads JSON Schemas of callers: which keywords are understood, where references lead.
// Source: §4.7, §4.10; Assumed: ours, the keywords.
import type * as Schema from "effect/Schema"

/** A schema as an object; `true` is the empty object. */
export type Node = Schema.JsonObject

/** Is this an object of JSON? */
export const isObject = (value: unknown): value is Schema.JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** A keyword of a schema, if it is there. Keys of callers: own properties only. */
export const own = (node: Schema.JsonObject, key: string): Schema.Json | undefined =>
  Object.hasOwn(node, key) ? node[key] : undefined

/** A keyword that is a number. */
export const numberOf = (node: Node, key: string): number | undefined => {
  const value = own(node, key)
  return typeof value === "number" ? value : undefined
}

/** A keyword that is a text. */
export const textOf = (node: Node, key: string): string | undefined => {
  const value = own(node, key)
  return typeof value === "string" ? value : undefined
}

/** A keyword that is a list. */
export const listOf = (node: Node, key: string): ReadonlyArray<Schema.Json> => {
  const value = own(node, key)
  return Array.isArray(value) ? value : []
}

/** The schemas of a keyword that is a list of schemas. */
export const nodesOf = (node: Node, key: string): ReadonlyArray<Node> =>
  listOf(node, key).map((value) => (isObject(value) ? value : value === false ? never : {}))

/** The schema no value fits. */
export const never: Node = { enum: [] }

/** The schema of a keyword; `undefined` when it is absent. */
export const nodeOf = (node: Node, key: string): Node | undefined => {
  const value = own(node, key)
  if (value === undefined) return undefined
  return isObject(value) ? value : value === false ? never : {}
}

/** Properties by name, in the caller's order. */
export const propertiesOf = (node: Node): ReadonlyArray<readonly [string, Node]> => {
  const value = own(node, "properties")
  return isObject(value)
    ? Object.entries(value).map(([name, inner]) => [
        name,
        isObject(inner) ? inner : inner === false ? never : {}
      ])
    : []
}

/** Names of the required properties. */
export const requiredOf = (node: Node): ReadonlyArray<string> =>
  listOf(node, "required").filter((name) => typeof name === "string")

/** What a local reference leads to: `#`, `#/$defs/name` and other pointers into the same document. */
export const resolve = (root: Node, reference: string): Node | undefined => {
  if (reference === "#") return root
  if (!reference.startsWith("#/")) return undefined
  let here: Schema.Json | undefined = root
  for (const step of reference.slice(2).split("/")) {
    const key = unescape(step)
    if (Array.isArray(here)) here = here[Number(key)]
    else here = isObject(here) ? own(here, key) : undefined
  }
  return isObject(here) ? here : here === true ? {} : here === false ? never : undefined
}

const unescape = (step: string): string =>
  step
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll("~1", "/")
    .replaceAll("~0", "~")

/** The types a schema names; none when any type will do. `nullable` adds null. */
export const typesOf = (node: Node): ReadonlyArray<string> => {
  const value = own(node, "type")
  const types = Array.isArray(value) ? value.filter((name) => typeof name === "string") : []
  const named = typeof value === "string" ? [value] : types
  return own(node, "nullable") === true && named.length > 0 ? [...named, "null"] : named
}
