// The log names the backend that cannot be used, and what is wrong.
import * as Effect from "effect/Effect"
import { assert, describe } from "vitest"
import { makeJsonClient } from "../../src/http/JsonClient.ts"
import { systemOne } from "../../src/system-one/kind.ts"
import { linesOf, test } from "../support/effects.ts"
import { modelTransport, searchOf, servicesOf } from "../support/modelScript.ts"
import { scriptedTransport } from "../support/scriptedTransport.ts"
import { type Name, use } from "../support/searchKinds.ts"

const calling = (status: number, body: object = {}): Effect.Effect<unknown, unknown> =>
  Effect.gen(function* () {
    const client = yield* makeJsonClient({ name: "local", url: "https://a.example" })
    return yield* Effect.flip(client.call({ operation: "decisions.create", path: "/v1/systemone", body: {} }))
  }).pipe(Effect.scoped, Effect.provide(scriptedTransport(() => ({ status, body })).layer))

const searching = (name: Name, body: unknown) =>
  Effect.flip(use(name, () => ({ status: 200, body })).find({ query: "weather" }))

const chatting = (body: unknown) =>
  Effect.gen(function* () {
    const { chat } = yield* servicesOf(
      modelTransport(() => ({ body })),
      searchOf(0)
    )
    const messages = [{ role: "user" as const, content: "x" }]
    return yield* Effect.flip(chat.create({ model: "sonar", disable_search: true, messages }))
  }).pipe(Effect.scoped)

const deciding = Effect.gen(function* () {
  const { services } = yield* systemOne.make(
    { name: "second", kind: "system-one", url: "http://127.0.0.1:8081", server: "llamacpp" },
    { search: { create: () => Effect.die("not used") } }
  )
  const questions = { refund: { type: "noul" as const, instructions: "Pay back?" } }
  return yield* Effect.flip(services.decisions?.create({ model: "m", state: "a", questions }) ?? Effect.void)
}).pipe(
  Effect.scoped,
  Effect.provide(scriptedTransport(() => ({ status: 200, body: { hello: "world" } })).layer)
)

const check = (status: number) => new RegExp(`check .*"backend":"local".*"status":${status}`)
const unusable = (what: string) =>
  new RegExp(`"The answer of a model server cannot be used",.*"backend":"model".*"chat.create".*"${what}"`)
const noList = (name: Name) => new RegExp(`"A call to the backend failed",\\{"backend":"${name}"`)
const empty = { choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: "" } }] }

describe("a line of the log", () => {
  test.each<readonly [string, Effect.Effect<unknown, unknown>, string, RegExp]>([
    ...[402, 404].map(
      (status) => [`status ${status}`, calling(status), "InternalServerError", check(status)] as const
    ),
    ["no list of SearXNG", searching("searxng", { hello: 1 }), "ConnectionError", noList("searxng")],
    ["a model without choices", chatting({ hello: 1 }), "ConnectionError", unusable("it has no choices")],
    ["a model without text", chatting(empty), "ConnectionError", unusable("it is empty")],
    ["no decision", deciding, "ConnectionError", /"second".*"The answer of a decision server cannot be used/]
  ])("names what is wrong: %s", function* ([, work, tag, pattern]) {
    let error: unknown
    const lines = yield* linesOf(
      Effect.tap(work, (failure) =>
        Effect.sync(() => {
          error = failure
        })
      )
    )
    assert.strictEqual(Object(error)._tag, tag)
    assert.isTrue(
      lines.some((line) => pattern.test(JSON.stringify(line))),
      JSON.stringify(lines)
    )
  })

  test.each([401, 429])("has nothing of what a backend says: status %i", function* (status) {
    const lines = yield* linesOf(calling(status, { error: { message: "secret-text", type: "secret-text" } }))
    assert.isNotEmpty(lines)
    assert.notInclude(JSON.stringify(lines), "secret-text")
  })
})
