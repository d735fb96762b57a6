// Any JSON value, checked in one walk; an error has the path of the first value that is not JSON.
// Source: §2.1.
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"
import * as SchemaIssue from "effect/SchemaIssue"
import { jsonDepth } from "./limits.ts"

/** Is it an object or array that no class made? */
export const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null || Array.isArray(value)
}

/** The path, innermost name first, of what is not JSON; undefined: all is JSON. Indexes: iterators take twice as long. */
const pathOfOther = (value: unknown, left: number): Array<string | number> | undefined => {
  if (typeof value !== "object") {
    return typeof value === "string" || typeof value === "boolean" || Number.isFinite(value) ? undefined : []
  }
  if (value === null) return undefined
  if (left === 0 || !isPlain(value)) return []
  const names = Array.isArray(value) ? undefined : Object.keys(value)
  const { length } = names ?? (value as ReadonlyArray<unknown>)
  for (let at = 0; at < length; at++) {
    const name = names?.[at] ?? at
    const path = pathOfOther((value as { readonly [name: string | number]: unknown })[name], left - 1)
    if (path !== undefined) {
      path.push(name)
      return path
    }
  }
  return undefined
}

/** Is a value of JSON an object? */
export const isJsonObject = (value: unknown): value is Schema.JsonObject => Predicate.isObject(value)

/** Is the value JSON, of limited depth? */
export const isJson = (value: unknown): value is Schema.Json => pathOfOther(value, jsonDepth) === undefined

const annotation = "leadlineJson"

/** Is it {@link Json}, with filters or without? */
export const isJsonSchema = ({ annotations }: SchemaAST.AST): boolean => annotations?.[annotation] === true

/** Any JSON value, as `Schema.Json`, but an issue has a path. */
export const Json = Schema.declareConstructor<Schema.Json>()(
  [],
  () => (value, ast, options) => {
    const path = pathOfOther(value, jsonDepth)
    if (path === undefined) return Effect.succeed(value as Schema.Json)
    const issue = new SchemaIssue.InvalidType(ast, value, options)
    return Effect.fail(path.length === 0 ? issue : new SchemaIssue.Pointer(path.toReversed(), issue))
  },
  { [annotation]: true, expected: "JSON value", toCodecJson: () => undefined, toJsonSchema: () => ({}) }
)
