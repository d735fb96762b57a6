// Decisions over a scripted model server: images, failures, cost, cancellation.
import { Decisions } from "@leadline/core/decisions"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { assert, describe, it } from "vitest"
import {
  backendAt,
  layerInstance,
  newSeen,
  openaiScript,
  type Script,
  type Seen,
  scriptedBackend,
  startScript
} from "../../src/index.ts"
import { answersOf, choiceOf, contentOf, errorOf, image, noul, run, state } from "./askScript.ts"

/** A server that answers all but the probe with a reply. */
const failing = (reply: object): Script => {
  const served = openaiScript({ program: "vLLM" })
  return (request) =>
    JSON.stringify(request.body ?? "").includes("#task") && !JSON.stringify(request.body).includes("A coin")
      ? reply
      : served(request)
}

describe("images", () => {
  it("go before the text to a server that sees them", async () => {
    const { calls } = await run(
      { program: "llama.cpp", seesImages: true },
      { late: noul },
      { about: [image, state] }
    )
    const content = contentOf(calls[0]) as unknown as ReadonlyArray<{ readonly type: string }>
    assert.deepStrictEqual(
      content.map(({ type }) => type),
      ["image_url", "text"]
    )
    assert.deepStrictEqual(content[0], image)
  })

  it("are found out by an image where the server does not say", async () => {
    const seeing = await run({ program: "vLLM", seesImages: true }, { late: noul }, { about: [image, state] })
    assert.deepStrictEqual(seeing.notices, [])
    const blind = await run({ program: "vLLM" }, { late: noul }, { about: [image, state] })
    assert.strictEqual(errorOf(blind)._tag, "InvalidRequestError")
    assert.strictEqual(errorOf(blind).message, "state[0]: expected no image, because the model reads none")
  })

  const none = { limits: { images: 0 } }

  it("are left out where the configuration says so", async () => {
    const blind = await run({ program: "vLLM" }, { late: noul }, { about: [image, state], settings: none })
    assert.deepStrictEqual(blind.notices, ["images-ignored"])
    assert.isString(contentOf(blind.calls.at(-1)))
  })

  it("alone are no evidence where they are left out", async () => {
    const questions = { late: noul, team: choiceOf(4) }
    const asked = await run({ program: "llama.cpp" }, questions, { about: [image], settings: none })
    const { late, team } = answersOf(asked).answers
    assert.deepStrictEqual(late, { type: "noul", noul: 0.5 })
    assert.strictEqual(team?.type === "choice" && team.confidence, 0)
    assert.lengthOf(asked.calls, 0)
  })

  it("over the configured number are refused", async () => {
    const settings = { limits: { images: 1 } }
    const asked = await run({ program: "vLLM" }, { late: noul }, { about: [image, image], settings })
    assert.strictEqual(errorOf(asked)._tag, "InvalidRequestError")
    assert.match(errorOf(asked).message, /at most 1 .* got 2/)
  })

  it("beside text that the model takes for an image are refused", async () => {
    const about = [image, "look: <|image_pad|>"]
    const asked = await run({ program: "llama.cpp", seesImages: true }, { late: noul }, { about })
    assert.strictEqual(errorOf(asked)._tag, "InvalidRequestError")
    const marker = await run({ program: "llama.cpp" }, { late: noul }, { about: "<__media_5f1c__>" })
    assert.strictEqual(errorOf(marker)._tag, "InvalidRequestError")
  })
})

describe("a failure", () => {
  it.each([
    [500, "ConnectionError"],
    [429, "UnavailableError"],
    [413, "InvalidRequestError"]
  ])("of status %i is an %s, after one call", async (status, tag) => {
    const asked = await run(failing({ status, body: { error: { message: "secret text" } } }), { late: noul })
    const error = errorOf(asked)
    assert.strictEqual(error._tag, tag)
    assert.notInclude(error.message, "secret")
    assert.lengthOf(asked.calls, 1)
  })

  it("of a context that is too small has both numbers", async () => {
    const message = "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens"
    const asked = await run(failing({ status: 400, body: { error: { message } } }), { late: noul })
    assert.match(errorOf(asked).message, /5000 .* 4096/)
  })

  it("to connect is tried once more, and no answer ever is", async () => {
    const asked = await run(failing({ refuses: "ECONNREFUSED" }), { late: noul })
    assert.strictEqual(errorOf(asked)._tag, "ConnectionError")
    assert.lengthOf(asked.calls, 2)
  })

  it("of a server that is down is asked of no other route, and opens the circuit breaker", async () => {
    const seen = newSeen()
    const backend = scriptedBackend("openai-compatible", () => ({ refuses: "ECONNREFUSED" }), {}, seen)
    const tags = await Effect.runPromise(
      Decisions.use(({ create }) =>
        Effect.forEach(
          Array.from({ length: 12 }, () => noul),
          (late) => Effect.flip(create({ model: "decider-27b", state, questions: { late } }))
        )
      ).pipe(Effect.provide(Layer.orDie(layerInstance(backend))), Effect.scoped)
    )
    assert.deepStrictEqual(
      tags.map(({ _tag }) => _tag),
      [...Array(10).fill("ConnectionError"), "UnavailableError", "UnavailableError"]
    )
    assert.deepStrictEqual(
      [...new Set(seen.requests.map(({ path }) => path))],
      ["/v1/models", "/v1/chat/completions"]
    )
  })

  it("of the readout is followed by another probe", async () => {
    let isBroken = true
    const served = openaiScript({ program: "vLLM" })
    const script: Script = (request) =>
      request.path === "/v1/chat/completions" && isBroken
        ? { body: { choices: [{ message: {}, logprobs: null }] } }
        : served(request)
    const error = await Effect.runPromise(
      Effect.gen(function* () {
        const { create } = yield* Decisions
        const ask = create({ model: "decider-27b", state, questions: { late: noul } })
        const failed = yield* Effect.flip(ask)
        isBroken = false
        yield* ask
        return failed
      }).pipe(
        Effect.provide(Layer.orDie(layerInstance(scriptedBackend("openai-compatible", script)))),
        Effect.scoped
      )
    )
    assert.strictEqual(error._tag, "ConnectionError")
  })
})

describe("cost", () => {
  it("is that of the tokens that were not cached, at the price of the model", async () => {
    const script = openaiScript({
      program: "vLLM",
      alter: (reply, { path }) =>
        path === "/v1/chat/completions"
          ? {
              ...reply,
              body: {
                ...(reply.body as object),
                usage: { prompt_tokens: 1000, prompt_tokens_details: { cached_tokens: 900 } }
              }
            }
          : reply
    })
    const asked = await run(
      script,
      { a: noul, b: noul },
      { settings: { prices: { "my-model": { input: 2 } } } }
    )
    const usage = answersOf(asked).usage as object
    assert.deepStrictEqual(usage, {
      input_tokens: 200,
      output_tokens: 0,
      cost: { input_cost: 0.0004, total_cost: 0.0004, currency: "USD" }
    })
  })
})

/** A server that answers the probe and the first calls of a request, and leaves the others open. */
const stuck = (): Script => {
  const served = openaiScript({ program: "vLLM" })
  let calls = 0
  return (request) => {
    const reply = served(request)
    const isCall = request.path === "/v1/chat/completions" && ++calls > 3
    return isCall && reply !== undefined ? { ...reply, after: 600_000 } : reply
  }
}

const twenty = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`q${index}`, noul]))

/** Asks, and interrupts when eight calls are open. */
const askAndInterrupt = (seen: Seen) =>
  Effect.gen(function* () {
    const { create } = yield* Decisions
    const fiber = yield* Effect.forkChild(create({ model: "decider-27b", state, questions: twenty }))
    while (seen.open < 8) yield* Effect.sleep(1)
    yield* Fiber.interrupt(fiber)
  })

describe("cancellation", () => {
  it("has aborted every open call when it is over", async () => {
    const seen = newSeen()
    const backend = scriptedBackend("openai-compatible", stuck(), {}, seen)
    await Effect.runPromise(
      askAndInterrupt(seen).pipe(Effect.provide(Layer.orDie(layerInstance(backend))), Effect.scoped)
    )
    assert.strictEqual(seen.open, 0)
    assert.strictEqual(seen.aborted, 8)
  })

  it("closes the connections of all open calls", async () => {
    const seen = newSeen()
    const backend = Effect.flatMap(startScript(stuck(), seen), (url) => backendAt("openai-compatible", url))
    await Effect.runPromise(
      Effect.gen(function* () {
        yield* askAndInterrupt(seen)
        while (seen.open > 0) yield* Effect.sleep(1)
      }).pipe(Effect.provide(Layer.orDie(layerInstance(backend))), Effect.scoped)
    )
    assert.strictEqual(seen.aborted, 8)
  })
})
