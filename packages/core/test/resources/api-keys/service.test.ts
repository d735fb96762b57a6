import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { ApiKeys, make } from "../../../src/resources/api-keys/index.ts"
import { InternalServerError } from "../../../src/errors/ApiError.ts"
import { clientOver, type Step } from "../../fixtures/wire.ts"

const record = { auth_token: "ll_live_x", created_at_epoch_seconds: 1_790_000_000, token_name: "ci" }
const answering = (answer: unknown) =>
  make({ generate: () => Effect.succeed(answer), revoke: () => Effect.succeed(answer) })

/** Sends what no type check saw. */
const unchecked = (keys: ApiKeys["Service"], method: "generate" | "revoke", request: unknown) =>
  Effect.suspend((): Effect.Effect<unknown, { readonly _tag: string; readonly message: string }> =>
    keys[method](request as { readonly auth_token: string })
  )

describe("an answer", () => {
  it.effect("passes with unknown fields", () =>
    Effect.gen(function* () {
      const answer = { ...record, group: "default" }
      assert.deepEqual(yield* answering(answer).generate(), answer)
    })
  )

  it.effect.each([
    null,
    [],
    {},
    { ...record, auth_token: "" },
    { ...record, auth_token: "a b" },
    { ...record, auth_token: "é" },
    { ...record, auth_token: "k".repeat(4097) },
    { ...record, auth_token: 1 },
    { ...record, created_at_epoch_seconds: 1.5 },
    { ...record, created_at_epoch_seconds: "1790000000" },
    { auth_token: "k", created_at_epoch_seconds: 1 }
  ])("that is no key record is an InvalidResponseError: %#", (answer) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(answering(answer).generate())
      assert.strictEqual(error._tag, "InvalidResponseError")
    })
  )

  it.effect("with a key of 4096 characters passes; no failure of another field contains the key", () =>
    Effect.gen(function* () {
      const longest = { ...record, auth_token: "k".repeat(4096) }
      assert.deepEqual(yield* answering(longest).generate({}), longest)
      const error = yield* Effect.flip(answering({ ...longest, token_name: 1 }).generate({}))
      assert.notInclude(JSON.stringify(error), "kkk")
    })
  )

  it.effect.each([undefined, null, "", {}, { ok: true }, 7])("of a revocation says nothing: %#", (answer) =>
    Effect.gen(function* () {
      assert.isUndefined(yield* answering(answer).revoke({ auth_token: "k" }))
    })
  )

  it.effect("that is a failure stays one", () =>
    Effect.gen(function* () {
      const failure = new InternalServerError({ message: "no" })
      const keys = make({ generate: () => failure, revoke: () => failure })
      assert.strictEqual(yield* Effect.flip(keys.generate()), failure)
      assert.strictEqual(yield* Effect.flip(keys.revoke({ auth_token: "k" })), failure)
    })
  )
})

describe("a request", () => {
  it.effect.each([
    ["generate", null],
    ["generate", { token_name: null }],
    ["generate", { token_name: "n".repeat(129) }],
    ["generate", { token_name: "a\tb" }],
    ["generate", { token_name: "\u007f" }],
    ["generate", { name: "ci" }],
    ["revoke", undefined],
    ["revoke", {}],
    ["revoke", { auth_token: "" }],
    ["revoke", { auth_token: "k".repeat(4097) }],
    ["revoke", { auth_token: "k", all: true }]
  ] as const)("that breaks the contract never reaches the store: %#", ([method, request]) =>
    Effect.gen(function* () {
      const keys = make({ generate: () => Effect.die("reached"), revoke: () => Effect.die("reached") })
      const error = yield* Effect.flip(unchecked(keys, method, request))
      assert.strictEqual(error._tag, "InvalidRequestError")
      assert.notInclude(error.message, "kkk")
    })
  )
})

const over = <A, E>(steps: ReadonlyArray<Step>, call: (keys: ApiKeys["Service"]) => Effect.Effect<A, E>) => {
  const { layer, sent } = clientOver(steps)
  return Effect.map(Effect.result(ApiKeys.use(call).pipe(Effect.provide(layer))), (result) => ({
    result,
    sent
  }))
}

describe("the client", () => {
  it.live("sends an empty object when nothing is asked, and the name when one is", () =>
    Effect.gen(function* () {
      const body = JSON.stringify(record)
      const plain = yield* over([{ body }], (keys) => keys.generate())
      const named = yield* over([{ body }], (keys) => keys.generate({ token_name: "ci" }))
      const bodies = [...plain.sent, ...named.sent].map(({ request }) => request.body)
      assert.deepEqual(bodies, ["{}", '{"token_name":"ci"}'])
      assert.strictEqual(plain.result._tag, "Success")
    })
  )

  it.live.each([
    { status: 500 },
    { status: 502 },
    { status: 503 },
    { status: 504 },
    { status: 429 },
    { breaks: { phase: "headers", code: "ECONNRESET" } }
  ] as const)("asks for a key once when it may have arrived: %#", (step) =>
    Effect.gen(function* () {
      const { result, sent } = yield* over([step], (keys) => keys.generate())
      assert.strictEqual(result._tag, "Failure")
      assert.strictEqual(sent.length, 1)
    })
  )

  it.live("asks for a key again when the connection was never made", () =>
    Effect.gen(function* () {
      const refused = { breaks: { phase: "connect", code: "ECONNREFUSED" } } as const
      const { result, sent } = yield* over([refused, { body: JSON.stringify(record) }], (keys) =>
        keys.generate()
      )
      assert.strictEqual(result._tag, "Success")
      assert.strictEqual(sent.length, 2)
    })
  )

  it.live("sends a revocation again after a failure", () =>
    Effect.gen(function* () {
      const { result, sent } = yield* over([{ status: 500 }, { status: 200 }], (keys) =>
        keys.revoke({ auth_token: "k" })
      )
      assert.strictEqual(result._tag, "Success")
      assert.strictEqual(sent.length, 2)
    })
  )

  it.live.each([
    {},
    { body: "{}" },
    { body: "ok" },
    { body: "<html>" },
    { body: new Uint8Array([0xff, 0xfe]) },
    { status: 204 },
    { body: "x", ending: "breaks" },
    { body: "x", headers: { "content-encoding": "br" } }
  ] as const)("takes any body of a revocation's success: %#", (step) =>
    Effect.gen(function* () {
      const { result } = yield* over([step], (keys) => keys.revoke({ auth_token: "k" }))
      assert.deepInclude(result, { _tag: "Success", success: undefined })
    })
  )

  it.live.each([{ status: 302 }, { status: 401 }, { status: 404 }] as const)(
    "does not take another status for a success: %#",
    (step) =>
      Effect.gen(function* () {
        const { result } = yield* over([step], (keys) => keys.revoke({ auth_token: "k" }))
        assert.strictEqual(result._tag, "Failure")
      })
  )
})
