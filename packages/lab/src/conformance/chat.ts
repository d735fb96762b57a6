// Conformance cases of chat, for every engine and every setup.
import { Chat, type ChatChunk, type ChatRequest } from "@leadline/core/chat"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { layerFakeChat } from "../fakes/chat.ts"
import { chatWire } from "../wire/chat.ts"
import {
  collectEvents,
  type Conformance,
  type ConformanceCase,
  conformanceCase,
  expect,
  expectSame
} from "./ConformanceCase.ts"
import { fakeCasesOf, refusalsOf } from "./fromWire.ts"

const check = conformanceCase<Chat>

const asking = (content: string, more: Partial<ChatRequest> = {}): ChatRequest => ({
  model: "sonar",
  messages: [{ role: "user", content }],
  ...more
})
const question = asking("When is high water at Brest?")

const create = (request: ChatRequest) => Chat.use((chat) => chat.create(request))
const stream = (request: ChatRequest) => collectEvents(Chat.use((chat) => chat.stream(request)))

const calls = [
  (body: never) => Chat.use((chat) => chat.create(body)),
  (body: never) =>
    Effect.flatMap(
      Chat.use((chat) => chat.stream(body)),
      Stream.runDrain
    )
]

const textOf = (events: ReadonlyArray<ChatChunk>): string =>
  events
    .filter(({ object }) => object === "chat.completion.chunk")
    .map(({ choices }) => choices[0]?.delta.content ?? "")
    .join("")

/** The order of a stream: reasoning first, where there is any; text; one last event. */
const ordered = (mode: "full" | "concise"): ConformanceCase<Chat> =>
  check(
    `a ${mode} stream has one head, its kinds in order, and the whole text in its last event`,
    function* () {
      const { error, events } = yield* stream({ ...question, stream_mode: mode })
      yield* expect(error === undefined, `it fails with ${error?._tag}`)
      const heads = new Set(events.map(({ created, id, model }) => JSON.stringify([created, id, model])))
      yield* expect(heads.size === 1, "several heads")
      const kinds = events.map(({ object }) => object).join(" ")
      const wanted =
        mode === "full"
          ? /^(chat\.completion\.chunk )+chat\.completion\.done$/
          : /^((chat\.reasoning )*chat\.reasoning\.done )?(chat\.completion\.chunk )+chat\.completion\.done$/
      yield* expect(wanted.test(kinds), kinds)
      const last = events.at(-1)
      yield* expect(last?.choices[0]?.message?.content === textOf(events), "the text is another")
      yield* expect(typeof last?.choices[0]?.finish_reason === "string", "no finish_reason")
      yield* expect(typeof last?.usage?.cost?.total_cost === "number", "no cost")
      yield* expect(
        events.every(({ choices }) => choices[0]?.index === 0),
        "a choice is missing"
      )
    }
  )

const cases: Conformance<Chat>["cases"] = [
  check("an answer has its model, one message of the assistant, usage and costs", function* () {
    const { choices, citations, model, search_results, usage } = yield* create(question)
    yield* expect(model === "sonar", "the model is another")
    yield* expect(choices.length === 1 && choices[0]?.index === 0, "choices")
    yield* expect(choices[0]?.message.role === "assistant", "role")
    yield* expect(choices[0]?.message.content !== "", "no text")
    const { events } = yield* stream(question)
    yield* expect(textOf(events) === choices[0]?.message.content, "streamed it has another text")
    yield* expect(
      usage?.total_tokens === (usage?.prompt_tokens ?? 0) + (usage?.completion_tokens ?? 0),
      "tokens"
    )
    yield* expect((usage?.cost?.total_cost ?? -1) >= 0, "no cost")
    const cited = citations ?? []
    yield* expectSame(
      cited,
      (search_results ?? []).slice(0, cited.length).map(({ url }) => url)
    )
    for (const [, number] of (choices[0]?.message.content ?? "").matchAll(/\[(\d+)\]/g))
      yield* expect(Number(number) <= cited.length, "the text cites what is no citation")
  }),
  ordered("full"),
  ordered("concise"),
  check(
    "parts, null for what is absent, and every documented field are taken",
    create({
      ...question,
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: [{ type: "text", text: "When is high water?" }] },
        { role: "assistant", content: null },
        { role: "user", content: "At Brest." }
      ],
      max_tokens: 128_000,
      stop: ["\n\n"],
      temperature: 2,
      top_p: 0,
      response_format: { type: "text" },
      web_search_options: { search_context_size: "high", search_type: null },
      search_mode: "academic",
      search_domain_filter: null,
      search_recency_filter: null,
      language_preference: "en",
      reasoning_effort: "minimal"
    })
  ),
  ...refusalsOf(chatWire, calls)
]

const ways = [
  { fail: "UnavailableError", tag: "UnavailableError" },
  { cut: true, tag: "StreamTruncatedError" },
  { say: 1, tag: "InvalidResponseError" }
]

/** Cases of the scripted engine, behind any wire or none. */
const ofFake: Conformance<Chat>["ofFake"] = [
  ...fakeCasesOf(chatWire, calls),
  ...ways.map(({ tag, ...script }) =>
    check(`a stream that breaks is a failure after the good events: ${tag}`, function* () {
      const { error, events } = yield* stream(asking(JSON.stringify({ ...script, after: 1 })))
      yield* expect(events.length === 1, `${events.length} events`)
      yield* expect([tag, "InternalServerError"].includes(error?._tag ?? ""), `it is ${error?._tag}`)
    })
  )
]

export const chat: Conformance<Chat> = { fake: layerFakeChat, cases, ofFake, wire: chatWire }
