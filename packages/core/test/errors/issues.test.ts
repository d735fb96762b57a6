// What a check found: places, words and expectations; and the 422 body made of them.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as ApiError from "../../src/errors/ApiError.ts"
import * as wire from "../../src/errors/codecs.ts"
import { matching, notEmpty, ofLength, within } from "../../src/schema/checks.ts"

const Message = Schema.Struct({
  role: Schema.Literals(["system", "user"]),
  content: Schema.String.check(notEmpty("a text", "string_too_short"))
})
const Body = Schema.Struct({
  messages: Schema.Array(Message).check(ofLength({ min: 1 }, "message")),
  limit: Schema.optionalKey(Schema.Int.check(within({ min: 1 }), within({ max: 200 }))),
  code: Schema.optionalKey(Schema.String.check(matching(/^[a-z]{2}$/, "two letters"))),
  flag: Schema.optionalKey(Schema.Boolean)
})

const detailOf = (body: unknown) =>
  Effect.gen(function* () {
    const decode = Schema.decodeUnknownEffect(Body, { errors: "all", onExcessProperty: "error" })
    const error = ApiError.invalidRequest(yield* Effect.flip(decode(body)))
    return (yield* Schema.encodeEffect(wire.validationDetail)(error)).detail
  })

const words = (body: unknown) => Effect.map(detailOf(body), (detail) => detail.map(({ type }) => type))

describe("a 422 body", () => {
  it.effect("names every failure with its place and word", () =>
    Effect.gen(function* () {
      const body = {
        messages: [{ role: "robot", content: "" }, { role: "user" }],
        limit: 1.5,
        code: "EN",
        flag: "yes",
        extra: 1
      }
      assert.sameDeepMembers(
        [...(yield* detailOf(body))],
        [
          {
            loc: ["body", "messages", 0, "role"],
            msg: "expected one of system, user",
            type: "literal_error"
          },
          {
            loc: ["body", "messages", 0, "content"],
            msg: "expected a text",
            type: "string_too_short"
          },
          { loc: ["body", "messages", 1, "content"], msg: "field required", type: "missing" },
          { loc: ["body", "limit"], msg: "expected an integer", type: "int_type" },
          {
            loc: ["body", "code"],
            msg: "expected two letters",
            type: "string_pattern_mismatch"
          },
          { loc: ["body", "flag"], msg: "expected boolean", type: "bool_type" },
          { loc: ["body", "extra"], msg: "unknown field", type: "extra_forbidden" }
        ]
      )
    })
  )

  it.effect("distinguishes bounds and kinds", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* words({ messages: [] }), ["too_short"])
      assert.deepStrictEqual(yield* words({ messages: {} }), ["list_type"])
      assert.deepStrictEqual(yield* words([]), ["dict_type"])
      const messages = [{ role: "user", content: "x" }]
      assert.deepStrictEqual(yield* words({ messages, limit: 0 }), ["greater_than_equal"])
      assert.deepStrictEqual(yield* words({ messages, limit: 201 }), ["less_than_equal"])
      assert.deepStrictEqual(yield* words({ messages, limit: "5" }), ["float_type"])
    })
  )

  it.effect("stops at 20 failures", () =>
    Effect.gen(function* () {
      const extra = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`x${index}`, 1]))
      const messages = [{ role: "user", content: "x" }]
      assert.lengthOf(yield* detailOf({ messages, ...extra }), 20)
    })
  )

  it.effect("names the query where it is the query's", () =>
    Effect.gen(function* () {
      const decode = Schema.decodeUnknownEffect(Schema.Struct({ limit: Schema.Int }))
      const error = ApiError.invalidRequest(yield* Effect.flip(decode({})), "query")
      assert.deepStrictEqual(yield* Schema.encodeEffect(wire.validationDetail)(error), {
        detail: [{ loc: ["query", "limit"], msg: "field required", type: "missing" }]
      })
    })
  )
})
