// A model in this process, over a scripted one: decisions, answers, streams, vectors, refusals, and texts that end an answer.
import { Decisions, type Questions } from "@leadline/core/decisions"
import type { ApiError } from "@leadline/core/errors"
import { Search } from "@leadline/core/search"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Stream from "effect/Stream"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { layerLocalModel } from "../../src/llama/layer.ts"
import { makeLocalClient } from "../../src/llama/localClient.ts"
import type { LocalModel } from "../../src/llama/LocalModel.ts"
import { makeTurns } from "../../src/llama/modelQueue.ts"
import { makeStopFilter } from "../../src/llama/stopTexts.ts"
import { test } from "../support/effects.ts"
import { searchOf } from "../support/modelServer.ts"

interface ModelScript extends Partial<LocalModel> {
  /** Texts of an answer, a token each. */
  readonly answer?: ReadonlyArray<string>
  /** Awaited before each piece of work. */
  readonly before?: () => Promise<void>
}

const tokensOf = (text: string) => Array.from(text, (one) => one.codePointAt(0) ?? 0)

/** A model of which a token is a character of the prompt, and the prompts that it was asked. */
const scriptedModel = ({
  answer = ["Yes", "."],
  before = () => Promise.resolve(),
  ...script
}: ModelScript = {}) => {
  const asked: Array<string> = []
  const model: LocalModel = {
    name: "scripted",
    architecture: "llama",
    contextTokens: 10_000,
    memory: 1_000_000,
    isGenerative: true,
    vectorSize: undefined,
    pieces: ["A", "B", "0", "1", "yes", "no"],
    tokenize: tokensOf,
    prompt: (messages) => tokensOf(messages.map(({ content, role }) => `${role}: ${content}\n`).join("")),
    logprobs: async (prompt, tokens, signal) => {
      asked.push(String.fromCodePoint(...prompt))
      await before()
      if (signal.aborted) throw new Error("Aborted")
      return tokens.map(() => -2)
    },
    generate: async function* (prompt, options, signal) {
      asked.push(String.fromCodePoint(...prompt))
      for (const text of answer.slice(0, options.maxTokens)) {
        await before()
        if (signal.aborted) throw new Error("Aborted")
        yield text
      }
    },
    embed: () => Promise.resolve([1, 0]),
    ...script
  }
  return { asked, model }
}

describe("decisions", () => {
  const questions = {
    team: { type: "choice", criteria: { billing: null, technical: null } },
    refund: { type: "noul", instructions: "Is money asked for?" },
    mood: { type: "score", criteria: ["calm", "furious"] }
  } as const satisfies Questions

  const ask = (script: ModelScript, state = "Pay it back.") => {
    const { asked, model } = scriptedModel(script)
    const search = Layer.succeed(Search, searchOf(0).search)
    const services = Layer.provide(layerLocalModel(Effect.succeed(model)), search)
    const created = Decisions.use(({ create }) => create({ model: "decider-27b", state, questions }))
    return { asked, answered: Effect.provide(created, Layer.merge(services, Logger.layer([]))) }
  }

  test("give a label the probability of all tokens that write it", function* () {
    const pieces = ["A", " A", "(A)", "B", "a", "A1", "the", "0", "1", "yes", "Yes", "y", "no"]
    const p = [0.1, 0.1, 0.2, 0.1, 0.2, 0.01, 0.05, 0.05, 0.15, 0.01, 0.01, 0.01, 0.01]
    const logprobs: LocalModel["logprobs"] = (_, tokens) =>
      Promise.resolve(tokens.map((token) => Math.log(p[token] ?? 0)))
    const { answers } = yield* ask({ pieces, logprobs }).answered
    assert.closeTo(answers.team.probabilities.billing, 0.8, 1e-12)
    assert.closeTo(answers.refund.noul, 0.75, 1e-12)
    assert.closeTo(answers.mood.score, 0.75, 1e-12)
  })

  test.each<readonly [string, ModelScript, RegExp]>([
    ["a label without a token", { pieces: ["A"] }, /^ConnectionError .* no token of its own for each label/],
    [
      "a long state",
      { contextTokens: 500 },
      /^InvalidRequestError The request has \d+ tokens, and .* 500\.$/
    ],
    ["a failure", { logprobs: () => Promise.reject(new Error("secret")) }, /^InternalServerError [^s]*$/]
  ])("fail for %s, without a text of the model", function* ([, script, message]) {
    const error = yield* Effect.flip(ask(script, "x".repeat(600)).answered)
    assert.match(`${error._tag} ${error.message}`, message)
  })

  test("of a caller that leaves end at the next batch, and no other question begins", function* () {
    const pending = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const before = () => {
      begun.resolve()
      return pending.promise
    }
    const { answered, asked } = ask({ before })
    const fiber = yield* Effect.forkScoped(answered)
    yield* Effect.promise(() => begun.promise)
    const ending = yield* Effect.forkScoped(Fiber.interrupt(fiber), { startImmediately: true })
    pending.resolve()
    yield* Fiber.join(ending)
    assert.lengthOf(asked, 1)
  })
})

const messages = [{ role: "user", content: "Hi" }]

const request = (body: object) => ({
  operation: "chat.create",
  path: "/v1/chat/completions",
  body: { messages, ...body }
})

const clientOf = (script: ModelScript = {}) =>
  Effect.map(Effect.scope, (scope) => {
    const { asked, model } = scriptedModel(script)
    const turns = makeTurns("llama", 2)
    const client = makeLocalClient({ name: "llama", model, turns, scope })
    return {
      asked,
      turns,
      chat: (body: object = {}) =>
        client.call<{ choices: [{ message: { content: string }; finish_reason: string }]; usage: object }>(
          request(body)
        ),
      embed: client.call({
        operation: "embeddings.create",
        path: "/v1/embeddings",
        body: { input: ["a", "bc"] }
      }),
      stream: (body: object = {}) => client.stream(request(body))
    }
  })

describe("answers", () => {
  test.each([
    [{}, "one two three", "stop", 3],
    [{ max_tokens: 2 }, "one two", "length", 2],
    [{ stop: [" th"] }, "one two", "stop", 3]
  ])("have their text, why they ended, and their tokens: %j", function* ([body, text, finish, tokens]) {
    const { chat } = yield* clientOf({ answer: ["one", " two", " three"] })
    const { choices, usage } = yield* chat(body)
    assert.deepStrictEqual([choices[0].message.content, choices[0].finish_reason], [text, finish])
    assert.deepStrictEqual(usage, { prompt_tokens: "user: Hi\n".length, completion_tokens: tokens })
  })

  test("are to texts of messages, and a result of a function is what the user says", function* () {
    const { asked, chat } = yield* clientOf()
    const content = ["a", "b"].map((text) => ({ type: "text", text }))
    const result = { role: "tool", content: "12:00", tool_call_id: "1" }
    yield* chat({ messages: [{ role: "system", content }, { role: "assistant", content: null }, result] })
    assert.deepStrictEqual(asked, ["system: a\nb\nuser: 12:00\n"])
  })

  test("in a stream have their parts, end and usage; one that fails says so", function* () {
    const { stream } = yield* clientOf({ answer: ["Sa", "lty"] })
    const usage = { prompt_tokens: 9, completion_tokens: 2 }
    const [first, ...rest] = yield* Stream.runCollect(yield* stream())
    assert.deepStrictEqual(first, { choices: [{ index: 0, delta: { content: "Sa" } }] })
    const end = { choices: [{ index: 0, delta: {}, finish_reason: "stop" }], usage }
    assert.deepStrictEqual(rest.slice(1), [end, "[DONE]"])
    const broken = yield* clientOf({ before: () => Promise.reject(new Error("broken")) })
    const failing = Stream.runDrain(yield* broken.stream())
    assert.strictEqual((yield* Effect.flip(failing))._tag, "InternalServerError")
  })

  test("whose reader leaves end, and give the model back", function* () {
    const { stream, turns } = yield* clientOf({
      answer: Array.from({ length: 100_000 }, () => "x"),
      before: () => new Promise((resolve) => setImmediate(resolve)),
      contextTokens: 1_000_000
    })
    yield* Stream.runDrain(Stream.take(yield* stream({ max_tokens: 100_000 }), 1))
    yield* turns.take("chat.create", Effect.void)
  })

  test("are vectors, if the model gives them", function* () {
    const { embed } = yield* clientOf({ vectorSize: 2 })
    const data = [0, 1].map((index) => ({ index, embedding: [1, 0] }))
    assert.deepStrictEqual(yield* embed, { data, usage: { prompt_tokens: 3 } })
  })

  const tools = [{ type: "function", function: { name: "f" } }]
  type Client = Effect.Success<ReturnType<typeof clientOf>>
  test.each<readonly [RegExp, ModelScript, (client: Client) => Effect.Effect<unknown, ApiError>]>([
    [/calls no functions/, {}, ({ chat }) => chat({ tools })],
    [/has 10 tokens, and the context of the model 9/, { contextTokens: 9 }, ({ chat }) => chat()],
    [/writes no text/, { isGenerative: false }, ({ chat }) => chat()],
    [/gives no embeddings/, {}, ({ embed }) => embed],
    [/2 tokens, and the context of the model 1/, { vectorSize: 2, contextTokens: 1 }, ({ embed }) => embed]
  ])("are refused: %s", function* ([message, script, use]) {
    const error = yield* Effect.flip(use(yield* clientOf(script)))
    assert.strictEqual(error._tag, "InvalidRequestError")
    assert.match(error.message, message)
  })
})

describe("texts that stop an answer", () => {
  it("end it before the first of them, however it is cut into pieces", () => {
    const pieces = fc.array(fc.stringMatching(/^[ab\n]{0,4}$/))
    const stops = fc.array(fc.stringMatching(/^[ab\n]{1,3}$/))
    fc.assert(
      fc.property(pieces, stops, (parts, ends) => {
        const { add, isOver, rest } = makeStopFilter(ends)
        let found = ""
        for (const piece of parts) if (!isOver()) found += add(piece)
        if (!isOver()) found += rest()
        const text = parts.join("")
        assert.isTrue(text.startsWith(found))
        if (ends.every((stop) => !text.includes(stop))) assert.strictEqual(found, text)
        else assert.isTrue(ends.every((stop) => !found.includes(stop)))
      })
    )
  })

  it("hold back what may be their beginning, and halves of a character", () => {
    const { add, rest } = makeStopFilter(["END"])
    assert.deepStrictEqual([add("so E"), add("N"), add("X"), rest()], ["so", " ", "E", "NX"])
    const other = makeStopFilter(["--"])
    assert.deepStrictEqual([other.add("🎈"), other.rest()], ["", "🎈"])
  })
})
