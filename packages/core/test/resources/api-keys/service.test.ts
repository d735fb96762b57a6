// What the service makes of a store's answers, and what the client sends again. What requests are refused is in the
// wire cases of packages/lab/src/wire/apiKeys.ts.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { ApiKeys, make } from "../../../src/resources/api-keys/index.ts"
import { clientOver, type Step } from "../../fixtures/wire.ts"
import { test } from "../../fixtures/effects.ts"

const record = { auth_token: "ll_live_x", created_at_epoch_seconds: 1_790_000_000, token_name: "ci" }
const answering = (answer: unknown) =>
  make({ generate: () => Effect.succeed(answer), revoke: () => Effect.succeed(answer) })

describe("an answer", () => {
  test.each([
    { ...record, group: "default" },
    { ...record, auth_token: "k".repeat(4096) }
  ])("passes with unknown fields, and with a key of 4096 characters: %#", function* (answer) {
    assert.deepEqual<unknown>(yield* answering(answer).generate({}), answer)
  })

  test.each([
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
    { ...record, auth_token: "kkk", token_name: 1 },
    { auth_token: "k", created_at_epoch_seconds: 1 }
  ])("that is no key record is an InvalidResponseError without the key: %#", function* (answer) {
    const error = yield* Effect.flip(answering(answer).generate())
    assert.strictEqual(error._tag, "InvalidResponseError")
    assert.notInclude(JSON.stringify(error), "kkk")
  })

  test.each([undefined, null, "", {}, { ok: true }, 7])(
    "of a revocation says nothing: %#",
    function* (answer) {
      assert.isUndefined(yield* answering(answer).revoke({ auth_token: "k" }))
    }
  )
})

const over = <A, E extends { readonly _tag: string }>(
  steps: ReadonlyArray<Step>,
  call: (keys: ApiKeys["Service"]) => Effect.Effect<A, E>
) => {
  const { layer, sent } = clientOver(steps)
  return Effect.map(Effect.result(ApiKeys.use(call).pipe(Effect.provide(layer))), (result) => ({
    outcome: result._tag === "Success" ? result.success : result.failure._tag,
    bodies: sent.map(({ request }) => request.body)
  }))
}
const generating = (steps: ReadonlyArray<Step>, request?: { readonly token_name: string }) =>
  over(steps, (keys) => keys.generate(request))
const revoking = (steps: ReadonlyArray<Step>) => over(steps, (keys) => keys.revoke({ auth_token: "k" }))

const good = { body: JSON.stringify(record) }

describe("the client", () => {
  test.live("sends an empty object when nothing is asked, and the name when one is", function* () {
    assert.deepEqual(yield* generating([good]), { outcome: record, bodies: ["{}"] })
    const named = yield* generating([good], { token_name: "ci" })
    assert.deepEqual(named, { outcome: record, bodies: ['{"token_name":"ci"}'] })
  })

  it.live.each<readonly [string, ReadonlyArray<Step>, string | undefined, number]>([
    ["a failure, and no body", [{ status: 500 }, {}], undefined, 2],
    ["an empty object", [{ body: "{}" }], undefined, 1],
    ["a text", [{ body: "ok" }], undefined, 1],
    ["a page", [{ body: "<html>" }], undefined, 1],
    ["bytes that are no UTF-8", [{ body: new Uint8Array([0xff, 0xfe]) }], undefined, 1],
    ["204", [{ status: 204 }], undefined, 1],
    ["a body that breaks", [{ body: "x", ending: "breaks" }], undefined, 1],
    ["a coded body", [{ body: "x", headers: { "content-encoding": "br" } }], undefined, 1],
    ["302", [{ status: 302 }], "InvalidResponseError", 1],
    ["401", [{ status: 401 }], "AuthenticationError", 1],
    ["404", [{ status: 404 }], "NotFoundError", 1]
  ])("takes any body of a revocation's success, and no other status: %s", ([, steps, outcome, requests]) =>
    Effect.gen(function* () {
      const { bodies, ...rest } = yield* revoking(steps)
      assert.deepEqual(rest, { outcome })
      assert.lengthOf(bodies, requests)
    })
  )
})
