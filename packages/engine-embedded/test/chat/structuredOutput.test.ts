// Chat answers in the form of a schema.
import { assert, describe } from "vitest"
import type { ChatRequest } from "@leadline/core/chat"
import * as Effect from "effect/Effect"
import { ask, create, text, tide } from "./support.ts"
import { test } from "../support/services.ts"

const format = (schema: object): Partial<ChatRequest> => ({
  response_format: { type: "json_schema", json_schema: { schema: { ...schema } } }
})

describe("an answer of a schema", () => {
  test("is JSON of it, filled from the pages that answer the question, and from no other", function* () {
    const schema = {
      type: "object",
      required: ["time", "range_metres", "ferry"],
      properties: {
        time: { type: "string", format: "time", description: "time of high water" },
        range_metres: { type: "number" },
        ferry: { type: ["boolean", "null"], description: "Does the ferry to Ouessant leave Brest every day?" }
      }
    }
    const tides = "When is high water at Brest, and how large is the tide range?"
    for (const [asked, ferry] of [
      [tides, null],
      [`${tides} Does the ferry to Ouessant leave every day?`, true]
    ] as const) {
      const content = yield* text(ask(asked, format(schema)))
      assert.deepEqual(JSON.parse(content ?? ""), { time: "06:12", range_metres: 7.3, ferry })
    }
  })
  test("that is wrong or cannot be satisfied is refused with its place", function* () {
    const paths = yield* Effect.forEach(
      [{ properties: { a: { type: "text" } } }, { enum: [false], type: "string" }],
      (schema) =>
        Effect.map(Effect.flip(create(ask(tide, format(schema)))), (error) =>
          error._tag === "InvalidRequestError" ? error.issues?.map(({ path }) => path.join(".")) : error._tag
        )
    )
    assert.deepEqual(paths, [
      ["response_format.json_schema.schema.properties.a.type"],
      ["response_format.json_schema.schema"]
    ])
  })
})
