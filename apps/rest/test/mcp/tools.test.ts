// What the tools tell beside an answer, and how they name what is wrong.
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { assert, it } from "vitest"
import { type Answer, Calls, layerTools, toolkit } from "../../src/mcp/tools.ts"

type Name = keyof typeof toolkit.tools

type Result = { readonly message?: string; readonly notice?: string; readonly policy?: object }

/** The result of a tool over one answer. */
const run = (name: Name, parameters: object, answer: Answer) =>
  Effect.gen(function* () {
    const { handle } = yield* toolkit
    const results = yield* Stream.runCollect(yield* handle(name, parameters))
    return results.at(-1)?.encodedResult as Result
  }).pipe(
    Effect.catch((error) => Effect.succeed<Result>(error)),
    Effect.provide(layerTools),
    Effect.provideService(Calls, { call: () => Effect.succeed(answer) }),
    Effect.runPromise
  )

const policy = { name: "tickets@3", action: "act" }
const told = { notice: "not-found=/a", policy }
const ok = (body: object): Answer => ({ status: 200, text: JSON.stringify(body), ...told })

it.each<[Name, object, object]>([
  ["decide", { state: "x", questions: {} }, { model: "m", answers: {}, usage: {} }],
  ["search", { query: "x" }, { id: "1", results: [] }],
  ["fetch", { id: "http://a.test/" }, { output: [{ contents: [{ title: "t", snippet: "s", url: "u" }] }] }],
  ["ask", { question: "x" }, { choices: [{ message: { content: "y" } }] }]
])(
  "the notice of an answer, and the policy that headers alone name, are in the result of %s",
  async (name, parameters, body) => {
    assert.deepInclude(
      await run(name, parameters, ok(body)),
      name === "decide" ? told : { notice: told.notice }
    )
    assert.notProperty(await run(name, parameters, { ...ok(body), notice: undefined }), "notice")
  }
)

const issue = (...loc: ReadonlyArray<string | number>): Answer => ({
  status: 422,
  text: JSON.stringify({ detail: [{ loc: ["body", ...loc], msg: "expected another text" }] })
})

it.each<[Name, object, Answer, string]>([
  ["ask", { question: "x" }, issue("messages", 0, "content"), "422: question: expected another text"],
  [
    "ask",
    { question: "x" },
    { status: 400, text: '{"error":{"message":"messages[0].content: too long; model: unknown"}}' },
    "400: question: too long; model: unknown"
  ],
  ["ask", { question: " " }, ok({}), "400: question: expected a question in words"],
  ["fetch", { id: "page" }, ok({}), "400: id: expected the id of a search result"],
  ["decide", { state: "x", questions: {}, modle: "decider-27b" }, ok({}), "400: modle: unknown field"]
])("%s of %j names its own arguments in errors", async (name, parameters, answer, message) => {
  assert.strictEqual((await run(name, parameters, answer)).message, message)
})
