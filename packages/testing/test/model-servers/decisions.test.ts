// Decisions over a scripted model server: calls, methods, images, limits, cancellation.
import { Decisions, type DecisionsRequest, type Questions } from "@leadline/core/decisions"
import { CurrentRequest, type ServedRequest } from "@leadline/core/internal"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { assert, describe, it } from "vitest"
import {
  distribution,
  type ExtraSettings,
  layerInstance,
  type ModelScript,
  newSeen,
  openaiScript,
  type Script,
  scriptedBackend
} from "../../src/index.ts"

type AddHeaders = Parameters<ServedRequest["addHeaders"]>[0]

const state = "I was charged twice."
const noul = { type: "noul", instructions: "Is it late?" } as const
const png =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
const image = { type: "image_url", image_url: { url: png } }
const choiceOf = (count: number) => ({
  type: "choice" as const,
  criteria: Object.fromEntries(Array.from({ length: count }, (_, index) => [`option ${index}`, null]))
})

/** Asks a scripted server; calls of the probe are left out of what was seen. */
const run = async (
  script: ModelScript | Script,
  questions: Questions,
  { about = state, settings = {} }: { about?: DecisionsRequest["state"]; settings?: ExtraSettings } = {}
) => {
  const seen = newSeen()
  const served = typeof script === "function" ? script : openaiScript(script)
  const notices: Array<string> = []
  const request = {
    addHeaders: (add: AddHeaders) => {
      const notice = add({})["x-leadline-notice"]
      if (notice !== undefined) notices.push(notice)
    },
    attempts: 0
  }
  const result = await Effect.runPromise(
    Decisions.use((decisions) => decisions.create({ model: "decider-27b", state: about, questions })).pipe(
      Effect.provideService(CurrentRequest, request as never),
      Effect.provide(
        Layer.orDie(layerInstance(scriptedBackend("openai-compatible", served, settings, seen)))
      ),
      Effect.scoped,
      Effect.result
    )
  )
  const bodies = seen.requests
    .filter(({ path }) => path === "/v1/chat/completions")
    .map(({ body }) => body as { readonly [field: string]: unknown })
  const calls = bodies.filter((body) => !JSON.stringify(body).includes("A coin was thrown"))
  return { result, calls, bodies, seen, notices }
}

const answersOf = ({ result }: Awaited<ReturnType<typeof run>>) => {
  if (result._tag === "Failure") return assert.fail(`${result.failure._tag}: ${result.failure.message}`)
  return result.success
}

const errorOf = ({ result }: Awaited<ReturnType<typeof run>>) =>
  result._tag === "Failure" ? result.failure : assert.fail("no failure")

const contentOf = (call: { readonly [field: string]: unknown } | undefined): string =>
  (call as unknown as { messages: ReadonlyArray<{ content: string }> }).messages[1]?.content ?? ""

describe("a call", () => {
  it("asks for one token, its alternatives, and no thinking", async () => {
    const { calls } = await run({ program: "vLLM" }, { late: noul })
    const { messages, ...rest } = calls[0] ?? {}
    assert.deepStrictEqual(rest, {
      model: "my-model",
      max_tokens: 1,
      temperature: 0,
      n: 1,
      stream: false,
      logprobs: true,
      top_logprobs: 20,
      chat_template_kwargs: { enable_thinking: false }
    })
    assert.isArray(messages)
  })

  it("has no bias, tools, grammar or schema", async () => {
    const { bodies } = await run({ program: "llama.cpp" }, { late: noul, team: choiceOf(40) })
    for (const body of bodies)
      for (const field of ["logit_bias", "tools", "response_format", "grammar"])
        assert.notProperty(body, field)
  })

  it("asks for the model that the configuration names", async () => {
    const settings = { models: { "decider-27b": "julia-1" } }
    const { calls } = await run({ program: "vLLM" }, { late: noul }, { settings })
    assert.strictEqual(calls[0]?.["model"], "julia-1")
    const refused = await run({ program: "vLLM" }, { late: noul }, { settings: { models: { other: "x" } } })
    assert.strictEqual(errorOf(refused)._tag, "InvalidRequestError")
  })

  it("is answered by the model's own distribution", async () => {
    const asked = await run({ program: "llama.cpp" }, { team: choiceOf(3) })
    const { answers, usage } = answersOf(asked)
    const prompt = (asked.calls[0] as unknown as { messages: ReadonlyArray<{ content: string }> }).messages
      .map(({ content }) => content)
      .join("\n")
    const own = ["A", "B", "C"].map((label) =>
      distribution(prompt)
        .filter(({ token }) => token.trim() === label)
        .reduce((sum, { logprob }) => sum + Math.exp(logprob), 0)
    )
    const total = own.reduce((sum, p) => sum + p, 0)
    const { team } = answers
    if (team?.type !== "choice") return assert.fail("no choice")
    for (const [index, p] of Object.values(team.probabilities).entries())
      assert.closeTo(p, (own[index] ?? NaN) / total, 1e-9)
    assert.isAbove(usage.input_tokens, 0)
  })
})

describe("the method", () => {
  it("is many alternatives where the server gives them, else 20", async () => {
    const many = await run({ program: "llama.cpp" }, { late: noul })
    assert.strictEqual(many.calls[0]?.["top_logprobs"], 200)
    const few = await run({ program: "SGLang" }, { late: noul })
    assert.strictEqual(few.calls[0]?.["top_logprobs"], 20)
    const set = await run(
      { program: "SGLang" },
      { late: noul },
      { settings: { readout: { topLogprobs: 5 } } }
    )
    assert.deepStrictEqual(
      set.bodies.map((body) => body["top_logprobs"]),
      [5, 5]
    )
  })

  it("leaves out the field of chat templates where the server refuses it", async () => {
    const { calls } = await run({ program: "OpenAI" }, { late: noul })
    assert.notProperty(calls[0] ?? {}, "chat_template_kwargs")
    const { bodies } = await run(
      { program: "OpenAI" },
      { late: noul },
      { settings: { readout: { thinking: "reasoning_effort" } } }
    )
    assert.isTrue(bodies.every((body) => body["reasoning_effort"] === "none"))
  })

  it("by token ids asks for those of every spelling, and gives the same answer", async () => {
    const settings = { readout: { method: "token-ids" } }
    const questions = { team: choiceOf(16), mood: { type: "score", criteria: ["a", "b"] } } as const
    const byIds = await run({ program: "vLLM" }, questions, { settings })
    const byTop = await run({ program: "llama.cpp" }, questions)
    const own = answersOf(byIds).answers["team"]
    const other = answersOf(byTop).answers["team"]
    if (own?.type !== "choice" || other?.type !== "choice") return assert.fail("no choice")
    for (const [name, p] of Object.entries(own.probabilities))
      assert.closeTo(p, other.probabilities[name] ?? NaN, 1e-9)
    assert.lengthOf(byIds.calls[0]?.["logprob_token_ids"] as ReadonlyArray<number>, 32)
  })

  it("prompted needs the option, and says so in a notice", async () => {
    const script: Script = ({ path }) =>
      path === "/v1/chat/completions"
        ? { body: { choices: [{ message: { content: 'Sure: {"A": 70, "B": 20, "C": 10}' } }] } }
        : { body: { data: [{ id: "m", owned_by: "vllm" }] } }
    const refused = await run(script, { team: choiceOf(3) })
    assert.match(errorOf(refused).message, /no log-probabilities/)
    const prompted = await run(
      script,
      { team: choiceOf(3) },
      { settings: { readout: { method: "prompted" } } }
    )
    const { team } = answersOf(prompted).answers
    if (team?.type !== "choice") return assert.fail("no choice")
    assert.closeTo(team.probabilities["option 0"] ?? NaN, 0.7, 1e-9)
    assert.deepStrictEqual(prompted.notices, ["prompted-probabilities"])
    const half = await run(script, { team: choiceOf(4) }, { settings: { readout: { method: "prompted" } } })
    assert.match(errorOf(half).message, /probability for each label/)
  })
})

describe("many options", () => {
  it.each([
    [16, 1],
    [17, 3],
    [30, 3],
    [31, 4],
    [45, 4],
    [255, 18]
  ])("%i take %i calls", async (count, calls) => {
    const asked = await run({ program: "vLLM" }, { team: choiceOf(count) })
    assert.lengthOf(asked.calls, calls)
    const { team } = answersOf(asked).answers
    if (team?.type !== "choice") return assert.fail("no choice")
    const total = Object.values(team.probabilities).reduce((sum, p) => sum + p, 0)
    assert.closeTo(total, 1, 1e-9)
  })
})

describe("many questions", () => {
  const questions = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`q${index}`, noul]))

  it("have the first alone, and eight calls at a time, or as many as set", async () => {
    const eight = await run({ program: "vLLM", after: 2 }, questions)
    assert.strictEqual(eight.seen.mostOpen, 8)
    const two = await run({ program: "vLLM", after: 2 }, questions, {
      settings: { readout: { concurrency: 2 } }
    })
    assert.strictEqual(two.seen.mostOpen, 2)
  })

  it("share everything up to the task", async () => {
    const { calls } = await run({ program: "vLLM" }, { a: noul, b: choiceOf(3) })
    const [left = "", right = ""] = calls.map(contentOf)
    assert.strictEqual(left.slice(0, left.indexOf("#task")), right.slice(0, right.indexOf("#task")))
  })
})

describe("options against bias", () => {
  it("rotations and both orders are further calls", async () => {
    const settings = { readout: { rotations: 3, bothOrders: true } }
    const asked = await run(
      { program: "vLLM" },
      { team: choiceOf(4), late: noul, mood: { type: "score", criteria: ["a", "b"] } },
      { settings }
    )
    assert.lengthOf(asked.calls, 3 + 2 + 1)
    answersOf(asked)
  })
})

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
    assert.deepStrictEqual(blind.notices, ["images-ignored"])
    assert.isString(contentOf(blind.calls.at(-1)))
  })

  it("alone are no evidence to a server that cannot see", async () => {
    const asked = await run({ program: "llama.cpp" }, { late: noul, team: choiceOf(4) }, { about: [image] })
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
  const failing = (reply: object): Script => {
    const served = openaiScript({ program: "vLLM" })
    return (request) =>
      JSON.stringify(request.body ?? "").includes("#task") && !JSON.stringify(request.body).includes("A coin")
        ? reply
        : served(request)
  }

  it.each([
    [500, "ConnectionError"],
    [429, "UnavailableError"],
    [503, "UnavailableError"],
    [401, "InternalServerError"],
    [404, "InternalServerError"],
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

describe("cancellation", () => {
  it("aborts every open call at once", async () => {
    const seen = newSeen()
    const served = openaiScript({ program: "vLLM" })
    let calls = 0
    const script: Script = (request) => {
      const reply = served(request)
      const isCall = request.path === "/v1/chat/completions" && ++calls > 3
      return isCall && reply !== undefined ? { ...reply, after: 600_000 } : reply
    }
    const questions = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`q${index}`, noul]))
    await Effect.runPromise(
      Effect.gen(function* () {
        const { create } = yield* Decisions
        const fiber = yield* Effect.forkChild(create({ model: "decider-27b", state, questions }))
        while (seen.open < 8) yield* Effect.sleep(1)
        const start = performance.now()
        yield* Fiber.interrupt(fiber)
        assert.isBelow(performance.now() - start, 100)
      }).pipe(
        Effect.provide(Layer.orDie(layerInstance(scriptedBackend("openai-compatible", script, {}, seen)))),
        Effect.scoped
      )
    )
    assert.strictEqual(seen.open, 0)
    assert.strictEqual(seen.aborted, 8)
  })
})
