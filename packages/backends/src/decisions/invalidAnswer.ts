// An answer of a decision server that is none to its questions: 502, and a line in the log.
import * as Effect from "effect/Effect"
import type { ApiError } from "@leadline/core/errors"
import { badGateway } from "../http/mapStatus.ts"

/** `what` says what is wrong, without any value of the answer. */
export const invalidAnswer = (server: string, what: string): Effect.Effect<never, ApiError> =>
  Effect.andThen(
    Effect.logWarning("The answer of a decision server cannot be used", { server, what }),
    Effect.fail(badGateway())
  )

/** Is it a JSON object? */
export const isObject = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** A property by its own name; undefined where there is none. */
export const property = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined

const count = (value: unknown): number | undefined =>
  value === undefined || value === null
    ? 0
    : typeof value === "number" && Number.isSafeInteger(value) && value >= 0
      ? value
      : undefined

/** What a request used; missing numbers are 0. Undefined: they are no numbers of tokens. */
export const usedOf = (usage: unknown) => {
  const inputTokens = count(property(usage, "input_tokens"))
  const outputTokens = count(property(usage, "output_tokens"))
  const cost = property(usage, "cost")
  return inputTokens === undefined || outputTokens === undefined
    ? undefined
    : {
        inputTokens,
        outputTokens,
        cost: typeof cost === "number" && cost >= 0 && Number.isFinite(cost) ? cost : undefined
      }
}
