// A call within a call: what it shares with the request of its caller.
import { CurrentRequest } from "@leadline/core/internal"
import * as Effect from "effect/Effect"
import { assert, describe } from "vitest"
import { nestedCall } from "../../src/routing/nestedCall.ts"
import { test } from "../support/effects.ts"
import { servedRequest } from "../support/servedRequest.ts"

/** What a nested call is given, of the memory of its request. */
const taken = (takeAnswer?: (bytes: number) => boolean) => {
  const { request } = servedRequest()
  const call = nestedCall(Effect.map(CurrentRequest, (inner) => inner?.takeAnswer?.(2)))
  return Effect.provideService(call, CurrentRequest, takeAnswer ? { ...request, takeAnswer } : request)
}

describe("a nested call", () => {
  test("has the memory of its request", function* () {
    assert.isFalse(yield* taken((bytes) => bytes < 2))
    assert.isTrue(yield* taken((bytes) => bytes <= 2))
    assert.isTrue(yield* taken())
  })
})
