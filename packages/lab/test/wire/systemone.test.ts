// The dialects: System One with its header, aliases and limit, and the list of models on OpenAI's base path.
import { Aliases, Decisions } from "@leadline/core/decisions"
import { ModelNames } from "@leadline/core/internal"
import { toWebHandler } from "@leadline/transport-fetch/server"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { afterAll, assert, it } from "vitest"
import { layerFakeDecisions, layerServices } from "../../src/index.ts"
import { makeClock, post, request } from "../server/support.ts"

const seen: Array<unknown> = []
const recording = Layer.effect(
  Decisions,
  Effect.map(Decisions, (decisions): Decisions["Service"] => ({
    create: (asked) =>
      Effect.andThen(
        Effect.sync(() => seen.push(asked)),
        decisions.create(asked)
      )
  }))
).pipe(Layer.provide(layerFakeDecisions))

const aliases = Layer.succeed(Aliases, new Map([["house-model", "decider-27b"]] as const))
const { dispose, handler } = toWebHandler(Layer.merge(layerServices({ decisions: recording }), aliases))
afterAll(dispose)

const question = { type: "noul", instructions: "Is it?" }
const send = (body: object) => handler(request("/v1/systemone", post(body)))

it("the request id is the same under both names", async () => {
  const { headers, status } = await send({ state: "", questions: { a: question } })
  assert.strictEqual(status, 200)
  assert.isString(headers.get("x-request-id"))
  assert.strictEqual(headers.get("x-typesafe-request-id"), headers.get("x-request-id"))
})

it("an alias is the version it means, in place of the default aliases; a level may have no description", async () => {
  seen.length = 0
  const questions = { a: { type: "score", criteria: ["calm", null], more: 1 } }
  await send({ model: "house-model", state: ["x"], questions, more: 1 })
  assert.deepStrictEqual(seen, [
    {
      model: "decider-27b-v0",
      state: ["x"],
      questions: { a: { type: "score", criteria: ["calm", "1"] } }
    }
  ])
  const { status } = await send({ model: "jev-latest", state: "", questions: { a: question } })
  assert.strictEqual(status, 422)
})

it("decisions and the dialect are counted together", async () => {
  const clock = await makeClock()
  const limited = toWebHandler(
    layerServices({ requestsPerSecond: 1_000 }).pipe(Layer.provideMerge(Layer.succeed(Clock.Clock, clock)))
  )
  const used: Array<number> = []
  for (const path of ["/v1/decisions", "/v1/systemone"]) {
    const { headers } = await limited.handler(request(path, post("{")))
    used.push(Number(headers.get("x-ratelimit-used")))
  }
  assert.deepStrictEqual(used, [1, 2])
  await limited.dispose()
})

/** The ids of the list, where a configuration has names for chat. */
const idsOf = async (chat: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const names = Layer.succeed(ModelNames, (resource: string) => (resource === "chat" ? chat : []))
  const server = toWebHandler(Layer.merge(layerServices(), names))
  const { data } = await (await server.handler(request("/openai/v1/models"))).json()
  await server.dispose()
  return data.map(({ id }: { readonly id: string }) => id)
}

it("OpenAI's list has all that this server answers, each once, and no models of chat beside configured ones", async () => {
  const all = await idsOf([])
  assert.includeMembers([...all], ["openai/gpt-5", "sonar", "decider-27b", "svc-embed-v1-0.6b"])
  assert.strictEqual(new Set(all).size, all.length)
  const own = await idsOf(["llama"])
  assert.notInclude(own, "sonar")
  assert.include(own, "decider-27b")
})
