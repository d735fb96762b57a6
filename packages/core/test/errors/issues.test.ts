// What a check found: places, words and expectations, in messages and in 422 bodies.
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
const messages = [{ role: "user", content: "x" }]

const check = (schema: Schema.Codec<unknown>, value: unknown, place?: "query") =>
  Effect.map(
    Effect.flip(Schema.decodeUnknownEffect(schema, { errors: "all", onExcessProperty: "error" })(value)),
    (error) => ApiError.invalidRequest(error, place)
  )

const detailOf = (...args: Parameters<typeof check>) =>
  check(...args).pipe(
    Effect.flatMap(Schema.encodeEffect(wire.validationDetail)),
    Effect.map(({ detail }) => detail.map(({ loc, msg, type }) => [loc.join("."), msg, type]))
  )

describe("a 422 body", () => {
  it.effect.each<readonly [unknown, ReadonlyArray<readonly [string, string, string]>]>([
    [
      {
        messages: [{ role: "robot", content: "" }, { role: "user" }],
        limit: 1.5,
        code: "EN",
        flag: "yes",
        extra: 1
      },
      [
        ["body.messages.0.role", "expected one of system, user", "literal_error"],
        ["body.messages.0.content", "expected a text", "string_too_short"],
        ["body.messages.1.content", "field required", "missing"],
        ["body.limit", "expected an integer", "int_type"],
        ["body.code", "expected two letters", "string_pattern_mismatch"],
        ["body.flag", "expected boolean", "bool_type"],
        ["body.extra", "unknown field", "extra_forbidden"]
      ]
    ],
    [{ messages: [] }, [["body.messages", "expected at least 1 message", "too_short"]]],
    [{ messages: {} }, [["body.messages", "expected array", "list_type"]]],
    [[], [["body", "expected object", "dict_type"]]],
    [{ messages, limit: 0 }, [["body.limit", "expected at least 1", "greater_than_equal"]]],
    [{ messages, limit: 201 }, [["body.limit", "expected at most 200", "less_than_equal"]]],
    [{ messages, limit: "5" }, [["body.limit", "expected number", "float_type"]]]
  ])("of %j names each failure with its place and word", ([body, wanted]) =>
    Effect.map(detailOf(Body, body), (detail) => assert.sameDeepMembers(detail, [...wanted] as never))
  )

  it.effect("stops at 20 failures", () => {
    const extra = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`x${index}`, 1]))
    return Effect.map(detailOf(Body, { messages, ...extra }), (detail) => assert.lengthOf(detail, 20))
  })

  it.effect("names the query where it is the query's", () =>
    Effect.map(detailOf(Schema.Struct({ limit: Schema.Int }), {}, "query"), (detail) =>
      assert.deepEqual<unknown>(detail, [["query.limit", "field required", "missing"]])
    )
  )
})

describe("a message", () => {
  const Named = Schema.Struct({ z: Schema.optionalKey(Schema.String) })

  it.effect("writes paths as a programmer would", () => {
    const schema = Schema.Struct({ "a b": Schema.Array(Schema.Struct({ c: Schema.String })) })
    return Effect.map(check(schema, { "a b": [{ c: 1 }] }), ({ message }) =>
      assert.strictEqual(message, '["a b"][0].c: expected string')
    )
  })

  it.effect("names three failures and counts the rest", () =>
    Effect.map(check(Named, { a: 1, b: 1, c: 1, d: 1, e: 1 }), ({ issues = [], message }) => {
      assert.strictEqual(message, "a: unknown field; b: unknown field; c: unknown field; and 2 more")
      assert.lengthOf(issues, 5)
    })
  )

  it.effect("cuts a name that is too long", () =>
    Effect.map(check(Named, { ["x".repeat(1000)]: 1 }), ({ message }) => assert.isBelow(message.length, 100))
  )
})
