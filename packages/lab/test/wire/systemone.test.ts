// System One: one id under two header names, configured aliases, and the service it uses.
import { Aliases, Decisions } from "@leadline/core/decisions"
import { toWebHandler } from "@leadline/transport-fetch/server"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { afterAll, assert, it } from "vitest"
import { layerFakeDecisions, layerServices } from "../../src/index.ts"
import { post, request } from "../server/support.ts"

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

const send = (body: object) => handler(request("/v1/systemone", post(body)))

it("the request id is the same under both names", async () => {
  const response = await send({ state: "", questions: { a: { type: "noul", instructions: "Is it?" } } })
  assert.strictEqual(response.status, 200)
  assert.isString(response.headers.get("x-request-id"))
  assert.strictEqual(response.headers.get("x-typesafe-request-id"), response.headers.get("x-request-id"))
})

it("the service gets the version, known fields alone, and the index of a level without a description", async () => {
  seen.length = 0
  await send({
    model: "house-model",
    state: ["x"],
    questions: { a: { type: "score", criteria: ["calm", null], more: 1 } },
    more: 1
  })
  assert.deepStrictEqual(seen, [
    {
      model: "decider-27b-v0",
      state: ["x"],
      questions: { a: { type: "score", criteria: ["calm", "1"] } }
    }
  ])
})

it("configured aliases stand in place of the default ones", async () => {
  const response = await send({
    model: "jev-latest",
    state: "",
    questions: { a: { type: "noul", instructions: "" } }
  })
  assert.strictEqual(response.status, 422)
})

it("decisions and the dialect are counted together", async () => {
  const limited = toWebHandler(layerServices({ requestsPerSecond: 1_000 }))
  const used = async (path: string) => {
    const { headers } = await limited.handler(request(path, post("{")))
    return [headers.get("x-ratelimit-reset"), Number(headers.get("x-ratelimit-used"))] as const
  }
  // The two must fall into one second of the clock.
  const pair = async (): Promise<void> => {
    const [before, first] = await used("/v1/decisions")
    const [after, second] = await used("/v1/systemone")
    if (before !== after) return pair()
    assert.strictEqual(second, first + 1)
  }
  await pair()
  await limited.dispose()
})
