// Decisions over a scripted model server: images, failures, cost, cancellation.
import { Decisions } from "@leadline/core/decisions"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { assert, describe, it } from "vitest"
import { layerInstance, newSeen, openaiScript, type Script, scriptedBackend } from "../../src/index.ts"
import { answersOf, errorOf, image, noul, run, runOver, state } from "./askScript.ts"

/** A server that answers all but the probe with a reply. */
const failing = (reply: object): Script => {
  const served = openaiScript({ program: "vLLM" })
  return (request) =>
    JSON.stringify(request.body ?? "").includes("#task") && !JSON.stringify(request.body).includes("A coin")
      ? reply
      : served(request)
}

describe("images", () => {
  it("are found out by an image where the server does not say", async () => {
    const seeing = await run({ program: "vLLM", seesImages: true }, { late: noul }, { about: [image, state] })
    assert.deepStrictEqual(seeing.notices, [])
    const blind = await run({ program: "vLLM" }, { late: noul }, { about: [image, state] })
    assert.strictEqual(errorOf(blind).message, "state[0]: expected no image, because the model reads none")
  })

  it("left out by the configuration are no evidence alone", async () => {
    const settings = { limits: { images: 0 } }
    const alone = await run({ program: "vLLM" }, { late: noul }, { about: [image], settings })
    assert.deepStrictEqual(alone.notices, ["images-ignored"])
    assert.deepStrictEqual(answersOf(alone).answers["late"], { type: "noul", noul: 0.5 })
    assert.lengthOf(alone.calls, 0)
  })

  it.each([[[image, "look: <|image_pad|>"]], ["<__media_5f1c__>"]])(
    "that the model would take text for are refused: %#",
    async (about) => {
      const asked = await run({ program: "llama.cpp", seesImages: true }, { late: noul }, { about })
      assert.strictEqual(errorOf(asked)._tag, "InvalidRequestError")
    }
  )
})

describe("a failure", () => {
  it.each([
    ["of status 500 has no word of the server, after one call", { status: 500, text: "secret text" }, 1],
    ["to connect is tried once more", { refuses: "ECONNREFUSED" }, 2]
  ])("%s", async (_, reply, calls) => {
    const asked = await run(failing(reply), { late: noul })
    assert.strictEqual(errorOf(asked)._tag, "ConnectionError")
    assert.notInclude(errorOf(asked).message, "secret")
    assert.lengthOf(asked.calls, calls)
  })

  it("of a context that is too small has both numbers", async () => {
    const message = "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens"
    const asked = await run(failing({ status: 400, body: { error: { message } } }), { late: noul })
    assert.match(errorOf(asked).message, /5000 .* 4096/)
  })

  it("of the readout is followed by another probe", async () => {
    let isBroken = true
    const served = openaiScript({ program: "vLLM" })
    const script: Script = (request) =>
      request.path === "/v1/chat/completions" && isBroken
        ? { body: { choices: [{ message: {}, logprobs: null }] } }
        : served(request)
    const ask = Decisions.use(({ create }) =>
      create({ model: "decider-27b", state, questions: { late: noul } })
    )
    const mended = Effect.sync(() => (isBroken = false))
    const { result } = await runOver(script, Effect.andThen(Effect.flip(ask), Effect.andThen(mended, ask)))
    assert.strictEqual(result._tag, "Success")
  })
})

it("cost is that of the tokens that were not cached, at the price of the model", async () => {
  const usage = { prompt_tokens: 1000, prompt_tokens_details: { cached_tokens: 900 } }
  const script = openaiScript({
    program: "vLLM",
    alter: (reply, { path }) =>
      path === "/v1/chat/completions" ? { ...reply, body: { ...(reply.body as object), usage } } : reply
  })
  const settings = { prices: { "my-model": { input: 2 } } }
  const asked = await run(script, { a: noul, b: noul }, { settings })
  assert.deepStrictEqual<object>(answersOf(asked).usage, {
    input_tokens: 200,
    output_tokens: 0,
    cost: { input_cost: 0.0004, total_cost: 0.0004, currency: "USD" }
  })
})

it("a request that is cancelled aborts all open calls", async () => {
  const served = openaiScript({ program: "vLLM" })
  let calls = 0
  /** Answers the probe and the first call, and leaves the others open. */
  const stuck: Script = (request) => {
    const reply = served(request)
    const isCall = request.path === "/v1/chat/completions" && ++calls > 3
    return isCall && reply !== undefined ? { ...reply, after: 600_000 } : reply
  }
  const seen = newSeen()
  const backend = scriptedBackend("openai-compatible", stuck, {}, seen)
  const questions = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`q${index}`, noul]))
  await Effect.runPromise(
    Effect.gen(function* () {
      const { create } = yield* Decisions
      const fiber = yield* Effect.forkChild(create({ model: "decider-27b", state, questions }))
      while (seen.open < 8) yield* Effect.sleep(1)
      yield* Fiber.interrupt(fiber)
      while (seen.open > 0) yield* Effect.sleep(1)
    }).pipe(Effect.provide(Layer.orDie(layerInstance(backend))), Effect.scoped)
  )
  assert.strictEqual(seen.aborted, 8)
})
