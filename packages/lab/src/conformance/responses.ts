// Conformance cases of responses, for every engine and every setup.
import {
  type Response,
  type ResponseEvent,
  Responses,
  type ResponsesRequest,
  outputText
} from "@leadline/core/responses"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { layerFakeResponses } from "../fakes/responses.ts"
import { responsesWire } from "../wire/responses.ts"
import {
  collectEvents,
  type Conformance,
  conformanceCase,
  expect,
  expectError,
  expectSame
} from "./ConformanceCase.ts"
import { fakeCasesOf, refusalsOf } from "./fromWire.ts"

const check = conformanceCase<Responses>

const question: ResponsesRequest = { input: "When is high water at Brest?" }
const create = (request: ResponsesRequest) => Responses.use((responses) => responses.create(request))
const stream = (request: ResponsesRequest) =>
  collectEvents(Responses.use((responses) => responses.stream(request)))

const calls = [
  (body: never) => Responses.use((responses) => responses.create(body)),
  (body: never) =>
    Effect.flatMap(
      Responses.use((responses) => responses.stream(body)),
      Stream.runDrain
    )
]

const deltas = (events: ReadonlyArray<ResponseEvent>): string =>
  events.map((event) => (event.type === "response.output_text.delta" ? event.delta : "")).join("")

const completed = (events: ReadonlyArray<ResponseEvent>): Response | undefined => {
  const last = events.at(-1)
  return last?.type === "response.completed" ? last.response : undefined
}

/** Every `[n]` of the text is the id of a page found; an annotation covers just that. */
const cites = (response: Response): boolean => {
  const pages = new Set(
    response.output.flatMap((item) =>
      item.type === "search_results" ? item.results.map(({ id }) => id) : []
    )
  )
  const texts = response.output.flatMap((item) => (item.type === "message" ? (item.content ?? []) : []))
  return texts.every(({ annotations, text }) =>
    (annotations ?? []).every(({ end_index, start_index }) => {
      const found = /^\[(\d+)\]$/.exec(text.slice(start_index ?? 0, end_index ?? 0))
      return found !== null && pages.has(Number(found[1]))
    })
  )
}

/** Inputs and settings that are refused. */
const refused: { readonly [name: string]: object } = {
  "no item": { input: [] },
  "a call without its output": {
    input: [{ type: "function_call", call_id: "a", name: "f", arguments: "{}" }]
  },
  "an output without its call": { input: [{ type: "function_call_output", call_id: "a", output: "x" }] },
  "a file": { input: [{ role: "user", content: [{ type: "input_file", file_url: "x" }] }] }
}

const cases: Conformance<Responses>["cases"] = [
  check("an input alone is answered: completed, with a text, usage and costs", function* () {
    const response = yield* create(question)
    const { model, object, status, usage } = response
    yield* expect(object === "response" && status === "completed", `${object} ${status}`)
    yield* expect(/^[^/]+\/.+$/.test(model), `the model is ${model}`)
    yield* expect(outputText(response) !== "", "no text")
    yield* expect(usage?.total_tokens === (usage?.input_tokens ?? 0) + (usage?.output_tokens ?? 0), "tokens")
    yield* expect(typeof usage?.cost?.total_cost === "number", "no cost")
  }),
  check("a search gives pages, and citations that point at them", function* () {
    const response = yield* create({ ...question, tools: [{ type: "web_search" }] })
    yield* expect(cites(response), "a citation points nowhere")
    const ids = response.output.flatMap((found) =>
      found.type === "search_results" ? found.results.map(({ id }) => id) : []
    )
    yield* expectSame(
      ids,
      ids.map((_, at) => at + 1)
    )
  }),
  check(
    "a stream is numbered without gaps, begins with two states and ends with the whole response",
    function* () {
      const { error, events } = yield* stream({ ...question, tools: [{ type: "web_search" }] })
      yield* expect(error === undefined, `it fails with ${error?._tag}`)
      const types = events.map(({ type }) => String(type))
      yield* expectSame(types.slice(0, 2), ["response.created", "response.in_progress"])
      const response = completed(events)
      yield* expect(response !== undefined, `it ends with ${types.at(-1)}`)
      yield* expect(
        events.every((event, at) => "sequence_number" in event && event.sequence_number === at),
        "numbers"
      )
      const text = response === undefined ? "" : outputText(response)
      const done = events.find((event) => event.type === "response.output_text.done")
      yield* expect(deltas(events) === text && done?.text === text, "two texts")
      yield* expect(types.includes("response.output_text.delta"), "no delta")
      yield* expect(response !== undefined && cites(response), "a citation points nowhere")
      yield* expect(typeof response?.usage?.cost?.total_cost === "number", "no cost")
    }
  ),
  ...Object.entries(refused).map(([name, fields]) =>
    check(
      `${name} is an InvalidRequestError, streamed or not`,
      Effect.forEach(calls, (call) => expectError("InvalidRequestError", call(fields as never)), {
        discard: true
      })
    )
  ),
  ...refusalsOf(responsesWire, calls)
]

/** Cases of the scripted engine: a failure is an error where no wire is, the event `response.failed` behind one. */
const ofFake: Conformance<Responses>["ofFake"] = [
  ...fakeCasesOf(responsesWire, calls),
  ...[{ fail: "UnavailableError" }, { cut: true }].map((script) =>
    check(`a stream that breaks ends with a failure: ${Object.keys(script).join()}`, function* () {
      const { error, events } = yield* stream({ input: JSON.stringify({ ...script, after: 2 }) })
      const last = events.at(-1)
      const isTold = last?.type === "response.failed" && last.response?.status === "failed"
      yield* expect(isTold !== (error !== undefined), `${String(last?.type)}, ${error?._tag}`)
      yield* expect(events.length === (isTold ? 3 : 2), `${events.length} events`)
    })
  )
]

export const responses: Conformance<Responses> = {
  fake: layerFakeResponses,
  cases,
  ofFake,
  wire: responsesWire
}
