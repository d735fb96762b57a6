// The dialects: System One with its header, aliases and limit, and the list of models on OpenAI's base path.
import { Aliases, Decisions } from "@leadline/core/decisions"
import { ModelNames } from "@leadline/core/internal"
import { toWebHandler } from "@leadline/transport-fetch/server"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { afterAll, assert, it } from "vitest"
import { layerFakeDecisions, layerServices } from "../../src/index.ts"
import { decision, makeClock, post, request } from "../server/support.ts"

const seen: Array<unknown> = []
const recording = Layer.effect(
  Decisions,
  Effect.map(
    Decisions,
    ({ create }) =>
      ({
        create: (asked) => {
          seen.push(asked)
          return create(asked)
        }
      }) satisfies Decisions["Service"]
  )
).pipe(Layer.provide(layerFakeDecisions))

const aliases = Layer.succeed(Aliases, new Map([["house-model", "decider-27b"]] as const))
const names = Layer.succeed(ModelNames, (resource: string) => (resource === "chat" ? ["llama"] : []))
const clock = Layer.succeed(Clock.Clock, await makeClock())
const { dispose, handler } = toWebHandler(
  Layer.mergeAll(layerServices({ decisions: recording }), aliases, names).pipe(Layer.provideMerge(clock))
)
afterAll(dispose)

const send = (body: object, path = "/v1/systemone") => handler(request(path, post(body)))

it("the request id is the same under both names, and the dialect is counted with decisions", async () => {
  await send(decision(""), "/v1/decisions")
  const { headers } = await send({ ...decision(""), model: undefined })
  assert.strictEqual(headers.get("x-ratelimit-used"), "2")
  assert.isString(headers.get("x-request-id"))
  assert.strictEqual(headers.get("x-typesafe-request-id"), headers.get("x-request-id"))
})

it("an alias is the version it means, in place of the default aliases; a level may have no description", async () => {
  const questions = { a: { type: "score", criteria: ["calm", null], more: 1 } }
  await send({ model: "house-model", state: ["x"], questions, more: 1 })
  assert.deepStrictEqual(seen.at(-1), {
    model: "decider-27b-v0",
    state: ["x"],
    questions: { a: { type: "score", criteria: ["calm", "1"] } }
  })
  assert.strictEqual((await send({ ...decision(""), model: "jev-latest" })).status, 422)
})

it("OpenAI's list has all that this server answers, each once, and no models of chat beside configured ones", async () => {
  const { data } = await (await handler(request("/openai/v1/models"))).json()
  const ids: ReadonlyArray<string> = data.map(({ id }: { readonly id: string }) => id)
  assert.includeMembers([...ids], ["openai/gpt-5", "decider-27b", "svc-embed-v1-0.6b"])
  assert.strictEqual(new Set(ids).size, ids.length)
  assert.notInclude(ids, "sonar")
})
