// Any JSON value, checked in one walk; an error has the path of the first value that is not JSON.
// Source: §2.1.
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import { jsonDepth } from "./limits.ts"

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null || Array.isArray(value)
}

/** The path, innermost name first, of what is not JSON; undefined: all is JSON. */
const pathOfOther = (value: unknown, left: number): Array<string | number> | undefined => {
  if (typeof value !== "object") {
    return typeof value === "string" || typeof value === "boolean" || Number.isFinite(value) ? undefined : []
  }
  if (value === null) return undefined
  if (left === 0 || !isPlain(value)) return []
  for (const name of Array.isArray(value) ? value.keys() : Object.keys(value)) {
    const path = pathOfOther(Reflect.get(value, name), left - 1)
    if (path !== undefined) {
      path.push(name)
      return path
    }
  }
  return undefined
}

const isJson = (value: unknown): value is Schema.Json => pathOfOther(value, jsonDepth) === undefined

/** Any JSON value, as `Schema.Json`, but an issue has a path. */
export const Json = Schema.declareConstructor<Schema.Json>()(
  [],
  () => (value, ast, options) => {
    if (isJson(value)) return Effect.succeed(value)
    const path = pathOfOther(value, jsonDepth) ?? []
    const issue = new SchemaIssue.InvalidType(ast, value, options)
    return Effect.fail(path.length === 0 ? issue : new SchemaIssue.Pointer(path.toReversed(), issue))
  },
  { expected: "JSON value", toCodecJson: () => undefined, toJsonSchema: () => ({}) }
)
