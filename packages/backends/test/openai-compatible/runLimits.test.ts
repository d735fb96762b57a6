// Runs of a model that never has enough: each ends, within the limits of a run, and with an answer where it can.
import { CurrentRequest } from "@leadline/core/internal"
import { outputText, type ResponsesRequest, runLimits } from "@leadline/core/responses"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { assert, describe } from "vitest"
import { servedRequest, test } from "../support/effects.ts"
import {
  call,
  type CallBody,
  callReply,
  type ModelScript,
  pageOf,
  searchOf,
  textReply,
  useModel
} from "../support/modelServer.ts"

const request: ResponsesRequest = {
  input: "High water at Brest?",
  model: "a/b",
  max_steps: 10,
  tools: [{ type: "web_search" }, { type: "fetch_url", max_urls: 7 }]
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
            const urls = Array.from({ length: 7 }, (_url, n) => `https://a.example/${mark}/${n}`)
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

describe("a run", () => {
  const { addresses, callsPerAnswer, characters, duration } = runLimits

  test(`makes ${callsPerAnswer} tool calls of one answer, and tells the model why not more`, function* () {
    const { asked, calls, responses } = yield* useModel((body, at) =>
      insatiable(at === 0 ? callsPerAnswer + 1 : 0)(body, at)
    )
    assert.strictEqual((yield* responses.create({ ...request, max_steps: 1 })).status, "completed")
    assert.lengthOf(asked, callsPerAnswer)
    const [reason, ...others] = told(calls).filter((text) => text.startsWith("Not done: "))
    assert.include(reason, `the limit of ${callsPerAnswer} tool calls in one answer is reached`)
    assert.isEmpty(others)
  })

  test("of a model that calls tools after the last step has failed", function* () {
    const { asked, responses } = yield* useModel((body) =>
      callReply(body, call("web_search", { queries: ["a"] }))
    )
    const { error, status } = yield* responses.create({ ...request, max_steps: 2 })
    assert.deepStrictEqual([status, error?.code, asked.length], ["failed", "502", 2])
  })

  test(`reads ${addresses} addresses`, function* () {
    const read: Array<string> = []
    const fetchPage = (url: string) => {
      read.push(url)
      return Effect.succeed({ url, title: "Tides", text: "Six." })
    }
    const { calls, responses } = yield* useModel(insatiable(3, "fetch_url"), {}, { fetchPage })
    yield* responses.create(request)
    assert.strictEqual(read.length, addresses)
    assert.include(told(calls).at(-1), `Not done: the limit of ${addresses} addresses in one run`)
  })

  test("reads what the memory of its key group holds, and then the model has to answer", function* () {
    const { calls, responses } = yield* useModel(insatiable(1))
    const small = { ...servedRequest().request, takeAnswer: (bytes: number) => bytes < 2_000 }
    const response = yield* Effect.provideService(responses.create(request), CurrentRequest, small)
    assert.strictEqual(outputText(response), "At last.")
    assert.isBelow(calls.length, 6)
    assert.include(told(calls).at(-1), "Not done: the server holds too much already.")
  })

  test(`reads ${characters} characters, and then the model has to answer`, function* () {
    const long = { ...pageOf(1), snippet: "x".repeat(characters / 4) }
    const search = { ...searchOf(0).search, create: () => Effect.succeed({ id: "s", results: [long] }) }
    const { calls, responses } = yield* useModel(insatiable(1), {}, { search })
    const response = yield* responses.create(request)
    assert.deepStrictEqual([response.status, outputText(response)], ["completed", "At last."])
    const areRead = told(calls).map((text) => text.includes("</source>"))
    assert.deepStrictEqual(areRead, [true, true, true, false])
  })

  test("that takes too long has failed", function* () {
    const { responses } = yield* useModel(insatiable(1), {}, { search: { create: () => Effect.never } })
    const running = yield* Effect.forkChild(responses.create(request))
    yield* TestClock.adjust(duration - 1)
    assert.isUndefined(running.pollUnsafe())
    yield* TestClock.adjust(1)
    const { error } = yield* Fiber.join(running)
    assert.deepStrictEqual([error?.code, error?.message], ["504", "The run did not end within 10 minutes."])
  })
})
