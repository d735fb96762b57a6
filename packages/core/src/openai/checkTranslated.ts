// Checks a translated request with pauses: its service would tell what is wrong with a large one at once.
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import * as ApiError from "../errors/ApiError.ts"
import { largeMembers } from "../protocol/limits.ts"
import { runCooperatively } from "../scheduling/cooperative.ts"
import { yieldFairly } from "../scheduling/yieldFairly.ts"
import { toJsonValue } from "../schema/toJsonValue.ts"
import { makeValidator } from "../schema/validator.ts"
import { checkInSlices } from "../server/body/incrementalValidate.ts"

/** The objects and arrays of many members in a value, as a parser of its text would find them. */
const largeIn = (value: unknown): ReadonlyMap<object, ReadonlyArray<string>> => {
  const large = new Map<object, ReadonlyArray<string>>()
  const count = (one: unknown): number => {
    if (typeof one !== "object" || one === null) return 0
    const names = Array.isArray(one) ? [] : Object.keys(one)
    const members = Object.values(one).reduce((sum: number, member) => sum + 1 + count(member), 0)
    if (members > largeMembers) large.set(one, names)
    return members
  }
  count(value)
  return large
}

const none: ReadonlySet<object> = new Set()

/** Makes the check of a request that was translated into one of the contract. */
export const checkTranslated = (schema: Schema.Codec<unknown>) => {
  const isFit = makeValidator(schema, "closed")
  const explain = (request: unknown) => {
    const value = toJsonValue(request)
    const parsed = { value, length: 0, large: largeIn(value), long: none }
    const options = { errors: "all", onExcessProperty: "error" } as const
    return Effect.flatMap(runCooperatively(checkInSlices(schema, parsed, options)), (found) =>
      "error" in found ? Effect.fail(ApiError.invalidRequest(found.error)) : Effect.void
    )
  }
  return (request: unknown): Effect.Effect<void, ApiError.InvalidRequestError> =>
    Effect.suspend(() =>
      isFit(request)
        ? Effect.void
        : Effect.andThen(
            yieldFairly,
            Effect.suspend(() => explain(request))
          )
    )
}
