import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { makeDecodeJson } from "../../../src/server/body/decodeJson.ts"
import { Caller } from "../../../src/server/Caller.ts"
import { test } from "../../fixtures/effects.ts"

const decodeJson = makeDecodeJson({ schema: Schema.Array(Schema.Finite), options: {}, isOptional: false })

const bodyOf = (members: number) => [new TextEncoder().encode(JSON.stringify(Array(members).fill(1)))]

/** The order in which heavy bodies of these groups and sizes are decoded. */
const orderOf = (bodies: ReadonlyArray<readonly [group: string, members: number]>) => {
  const order: Array<string> = []
  return Effect.as(
    Effect.forEach(
      bodies,
      ([group, members]) =>
        decodeJson(bodyOf(members), true).pipe(
          Effect.tap(() => Effect.sync(() => order.push(`${group} ${members}`))),
          Effect.provideService(Caller, { group, key: "" })
        ),
      { concurrency: "unbounded" }
    ),
    order
  )
}

test.live(
  "decodes the heavy bodies of a group one after the other, those of another group beside them",
  function* () {
    const one = yield* orderOf([
      ["a", 60_000],
      ["a", 10]
    ])
    assert.deepStrictEqual(one, ["a 60000", "a 10"])
    const two = yield* orderOf([
      ["a", 60_000],
      ["a", 30_000],
      ["b", 10]
    ])
    assert.deepStrictEqual(two, ["b 10", "a 60000", "a 30000"])
  }
)
