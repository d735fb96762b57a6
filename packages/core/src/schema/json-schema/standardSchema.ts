// A caller's schema as JSON Schema 2020-12 has it, for a validator that knows nothing else.
import { isJsonObject } from "../Json.ts"
import { keyword, resolveReference, schemaLists, schemaMaps, singleSchemas } from "./schemaKeywords.ts"
import { patternSource } from "./patternSource.ts"
import type { SchemaNode } from "./schemaKeywords.ts"

type Plain = { [key: string]: unknown }

/** A schema of JSON Schema 2020-12, and the schemas that its references name. */
export interface StandardSchema {
  readonly schema: Plain
  /** By the text of `$ref`. */
  readonly references: { readonly [reference: string]: Plain }
}

/**
 * Reads a schema that `checkSchema.ts` accepts: `nullable`, which is of OpenAPI, becomes another type, and
 * `format`, which says what a value means, is left out. Its time is bounded by the size of the schema.
 */
export const standardSchema = (root: SchemaNode): StandardSchema => {
  const references: { [reference: string]: Plain } = Object.create(null)
  const inner = (node: unknown): unknown => (isJsonObject(node) ? read(node) : node)
  const read = (node: SchemaNode): Plain => {
    const made: Plain = {}
    for (const [key, value] of Object.entries(node)) {
      // Keys of its own the validator marks with underscores; `__proto__` would set what `made` inherits.
      if (key === "format" || key === "nullable" || /^(?:\$|__)/.test(key)) continue
      if (schemaLists.has(key) && Array.isArray(value)) made[key] = value.map(inner)
      else if (schemaMaps.has(key) && isJsonObject(value))
        made[key] = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inner(one)]))
      else if (key === "pattern" && typeof value === "string") made[key] = patternSource(value) ?? value
      else made[key] = singleSchemas.has(key) ? inner(value) : value
    }
    const reference = keyword(node, "$ref")
    if (typeof reference === "string") {
      made["$ref"] = reference
      if (references[reference] === undefined) {
        const target: Plain = (references[reference] = {})
        Object.assign(target, read(resolveReference(root, reference) ?? {}))
      }
    }
    return keyword(node, "nullable") === true ? { anyOf: [{ type: "null" }, made] } : made
  }
  return { schema: read(root), references }
}
