// Adds up the usage of several responses.
// Source: §2.8.
import * as Predicate from "effect/Predicate"
import type { Usage } from "../../resources/responses/schema.ts"

/** Adds numbers, also those of nested objects; of other values the later one stays. */
const add = (left: unknown, right: unknown): unknown => {
  if (typeof left === "number" && typeof right === "number") return left + right
  if (!Predicate.isObject(left) || !Predicate.isObject(right)) return right ?? left
  const sum = new Map<string, unknown>(Object.entries(left))
  for (const [name, value] of Object.entries(right)) sum.set(name, add(sum.get(name), value))
  return Object.fromEntries(sum)
}

/** The usage of all responses together; undefined when none has any. */
export const sumUsage = (
  responses: ReadonlyArray<{ readonly usage?: Usage | null | undefined }>
): Usage | undefined => {
  const [first, ...others] = responses.flatMap(({ usage }) => usage ?? [])
  return first && others.reduce((sum, usage) => add(sum, usage) as Usage, first)
}
