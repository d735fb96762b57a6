// Runs of a model that never has enough: each ends, within the limits of a run, and with an answer where it can.
import { assert, describe } from "vitest"
import { outputText, type ResponsesRequest, runLimits } from "@leadline/core/responses"
import { CurrentRequest } from "@leadline/core/internal"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { openaiCompatible } from "../../../src/openai-compatible/kind.ts"
import {
  type CallBody,
  type ModelScript,
  modelTransport,
  pageOf,
  searchOf,
  textReply
} from "../../support/modelScript.ts"
import { call, callReply, question, use } from "../../support/responsesScript.ts"
import { servedRequest } from "../../support/servedRequest.ts"
import { test } from "../../support/effects.ts"

const request: ResponsesRequest = {
  ...question,
  model: "a/b",
  max_steps: 10,
  tools: [{ type: "web_search" }, { type: "fetch_url" }]
}

/** Calls tools as long as it may, so many each time. */
const insatiable =
  (count: number, name = "web_search"): ModelScript =>
  (body) =>
    body.tools === undefined
      ? textReply(body, "At last.")
      : callReply(
          body,
          ...Array.from({ length: count }, (_, at) => {
            const mark = `${body.messages.length}-${at}`
            const urls = Array.from({ length: 10 }, (_url, n) => `https://a.example/${mark}/${n}`)
            return call(name, { queries: [mark], urls }, mark)
          })
        )

/** The messages to the model about its calls. */
const told = (calls: ReadonlyArray<CallBody>): ReadonlyArray<string> =>
  calls
    .at(-1)
    .messages.flatMap(({ content, role }: { readonly content: string; readonly role: string }) =>
      role === "tool" ? [content] : []
    )

describe("a run makes", () => {
  const { callsPerAnswer, calls: callsOfRun } = runLimits

  test(`${callsPerAnswer} tool calls of one answer, and tells the model why not more`, function* () {
    const { asked, calls, create } = use((body, at) =>
      insatiable(at === 0 ? callsPerAnswer + 1 : 0)(body, at)
    )
    assert.strictEqual((yield* create({ ...request, max_steps: 1 })).status, "completed")
    assert.lengthOf(asked, callsPerAnswer)
    const [reason, ...others] = told(calls).filter((text) => text.startsWith("Not done: "))
    assert.include(reason, `the limit of ${callsPerAnswer} tool calls in one answer is reached`)
    assert.isEmpty(others)
  })

  test(`${callsOfRun} tool calls, and then the model has to answer`, function* () {
    const { asked, calls, create, stream } = use(insatiable(callsPerAnswer - 1))
    const response = yield* create(request)
    assert.deepStrictEqual([response.status, outputText(response)], ["completed", "At last."])
    assert.lengthOf(asked, callsOfRun)
    assert.include(told(calls).at(-1), `the limit of ${callsOfRun} tool calls in one run is reached`)
    yield* stream(request)
    assert.lengthOf(asked, 2 * callsOfRun)
  })
})

test("a run of a model that calls tools after the last step has failed", function* () {
  const { asked, create } = use((body) => callReply(body, call("web_search", { queries: ["more"] })))
  const { error, status } = yield* create({ ...request, max_steps: 2 })
  assert.deepStrictEqual([status, error?.code, asked.length], ["failed", "502", 2])
})

describe("a run reads", () => {
  test(`${runLimits.addresses} addresses`, function* () {
    const { calls, layer } = modelTransport(insatiable(3, "fetch_url"))
    const read: Array<string> = []
    const { services } = yield* openaiCompatible
      .make(
        { name: "model", kind: "openai-compatible", url: "http://model.example/v1" },
        {
          search: searchOf(0).search,
          fetchPage: (url) => {
            read.push(url)
            return Effect.succeed({ url, title: "Tides", text: "Six." })
          }
        }
      )
      .pipe(Effect.provide(layer))
    yield* (
      services.responses?.create({ ...request, tools: [{ type: "fetch_url", max_urls: 7 }] }) ??
        Effect.die("no responses")
    )
    assert.strictEqual(read.length, runLimits.addresses)
    assert.include(told(calls).at(-1), `Not done: the limit of ${runLimits.addresses} addresses in one run`)
  })

  test("what the memory of its key group holds, and then the model has to answer", function* () {
    const { calls, create } = use(insatiable(1))
    const small = Effect.provideService(CurrentRequest, {
      ...servedRequest().request,
      takeAnswer: (bytes) => bytes < 2_000
    })
    assert.strictEqual(outputText(yield* create(request).pipe(small)), "At last.")
    assert.isBelow(calls.length, 6)
    assert.include(told(calls).at(-1), "Not done: the server holds too much already.")
  })

  test(`${runLimits.characters} characters, and then the model has to answer`, function* () {
    const web = searchOf(1)
    const long = { ...pageOf(1), snippet: "x".repeat(runLimits.characters / 4) }
    const search = {
      ...web.search,
      create: () => Effect.succeed({ id: "s", results: [long] })
    }
    const { calls, create } = use(insatiable(1), {}, { ...web, search })
    const response = yield* create(request)
    assert.deepStrictEqual([response.status, outputText(response)], ["completed", "At last."])
    assert.deepStrictEqual(
      told(calls).map((text) => text.includes("</source>")),
      [true, true, true, false]
    )
  })
})

test("a run that takes too long has failed", function* () {
  const { layer } = modelTransport(insatiable(1))
  const { services } = yield* openaiCompatible
    .make(
      { name: "model", kind: "openai-compatible", url: "http://model.example/v1" },
      { search: { create: () => Effect.never } }
    )
    .pipe(Effect.provide(layer))
  const responses = services.responses ?? assert.fail("no responses")
  const last = Effect.map(responses.create(request), ({ error }) => error)
  const running = yield* Effect.forkChild(last)
  yield* TestClock.adjust(runLimits.duration - 1)
  assert.isUndefined(running.pollUnsafe())
  yield* TestClock.adjust(1)
  const error = yield* Fiber.join(running)
  assert.deepStrictEqual([error?.code, error?.message], ["504", "The run did not end within 10 minutes."])
})
