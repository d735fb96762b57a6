// Any value of JSON, checked in one walk that tells where a value stops being JSON.
// Source: §2.1.
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"

/** Levels that are looked at: what is deeper, or contains itself, is no JSON here. */
const levels = 200

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null || Array.isArray(value)
}

/** Innermost name first; undefined: all is JSON. */
const strangeIn = (value: unknown, left: number): Array<string | number> | undefined => {
  if (typeof value !== "object") {
    return typeof value === "string" || typeof value === "boolean" || Number.isFinite(value) ? undefined : []
  }
  if (value === null) return undefined
  if (left === 0 || !isPlain(value)) return []
  for (const name of Array.isArray(value) ? value.keys() : Object.keys(value)) {
    const strange = strangeIn(Reflect.get(value, name), left - 1)
    if (strange !== undefined) {
      strange.push(name)
      return strange
    }
  }
  return undefined
}

const isJson = (value: unknown): value is Schema.Json => strangeIn(value, levels) === undefined

/** As effect's own, but an issue has its place. */
export const Json = Schema.declareConstructor<Schema.Json>()(
  [],
  () => (value, ast, options) => {
    if (isJson(value)) return Effect.succeed(value)
    const path = strangeIn(value, levels) ?? []
    const issue = new SchemaIssue.InvalidType(ast, value, options)
    return Effect.fail(path.length === 0 ? issue : new SchemaIssue.Pointer(path.toReversed(), issue))
  },
  { expected: "JSON value", toCodecJson: () => undefined, toJsonSchema: () => ({}) }
)
