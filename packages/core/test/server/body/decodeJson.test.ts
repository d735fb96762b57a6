import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { makeDecodeJson } from "../../../src/server/body/decodeJson.ts"
import { Caller } from "../../../src/server/Caller.ts"
import { test } from "../../fixtures/effects.ts"

const decodeJson = makeDecodeJson({ schema: Schema.Array(Schema.Finite), options: {}, isOptional: false })

test.live(
  "decodes the heavy bodies of a group one after the other, those of another group beside them",
  function* () {
    const order: Array<string> = []
    const bodies = [
      ["a", 60_000],
      ["a", 30_000],
      ["b", 10]
    ] as const
    const decode = ([group, members]: (typeof bodies)[number]) =>
      decodeJson([new TextEncoder().encode(JSON.stringify(Array(members).fill(1)))], true).pipe(
        Effect.map(() => order.push(`${group} ${members}`)),
        Effect.provideService(Caller, { group, key: "" })
      )
    yield* Effect.forEach(bodies, decode, { concurrency: "unbounded" })
    assert.deepStrictEqual(order, ["b 10", "a 60000", "a 30000"])
  }
)
