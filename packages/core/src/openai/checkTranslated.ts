// Checks a translated request, a large one with pauses: its service would look at it at once.
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import * as ApiError from "../errors/ApiError.ts"
import { isLargeJson } from "../protocol/json/chunkedStringify.ts"
import { largeMembers } from "../protocol/limits.ts"
import { runCooperatively } from "../scheduling/cooperative.ts"
import type { Resumable } from "../scheduling/resumable.ts"
import { yieldFairly } from "../scheduling/yieldFairly.ts"
import { makeValidator } from "../schema/validator.ts"
import { checkInSlices } from "../server/body/incrementalValidate.ts"

/** Members between two pauses. */
const pause = 64

/** Adds the objects and arrays of many members, as a parser of their text would find them; gives how many members there are. */
function* addLarge(value: object, large: Map<object, ReadonlyArray<string>>): Resumable<number> {
  const names = Array.isArray(value) ? [] : Object.keys(value)
  const { length } = Array.isArray(value) ? value : names
  let members = length
  for (let at = 0; at < length; at++) {
    if (at % pause === 0) yield
    const member: unknown = Reflect.get(value, names[at] ?? at)
    if (typeof member === "object" && member !== null) members += yield* addLarge(member, large)
  }
  if (members > largeMembers) large.set(value, names)
  return members
}

const none: ReadonlySet<object> = new Set()

/** Makes the check of a request that was translated into one of the contract. */
export const checkTranslated = (schema: Schema.Codec<unknown>) => {
  const isFit = makeValidator(schema, "closed")
  const options = { errors: "all", onExcessProperty: "error" } as const
  const look = Effect.fnUntraced(function* (value: object) {
    yield* yieldFairly
    const large = new Map<object, ReadonlyArray<string>>()
    yield* runCooperatively(addLarge(value, large))
    const parsed = { value, length: 0, large, long: none }
    const found = yield* runCooperatively(checkInSlices(schema, parsed, options))
    return yield* "error" in found ? ApiError.invalidRequest(found.error) : Effect.void
  })
  return (request: object): Effect.Effect<void, ApiError.InvalidRequestError> =>
    Effect.suspend(() => (!isLargeJson(request) && isFit(request) ? Effect.void : look(request)))
}
