// Conformance of chat and responses over a scripted model server, in every setup.
import { kinds } from "@leadline/backends"
import { Chat } from "@leadline/core/chat"
import { Responses } from "@leadline/core/responses"
import { Search } from "@leadline/core/search"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { conformance, layerFakeSearch, setupsOf } from "../../src/index.ts"
import { type Script, scriptTransport } from "../../src/model-servers/Script.ts"
import { runCases } from "../../src/conformance/runCases.ts"

const answer = "<think>The table says so.</think>High water is at 06:12 [1], and at 18:40 [44]."
const usage = { prompt_tokens: 20, completion_tokens: 10 }

interface Body {
  readonly stream?: boolean
  readonly tools?: ReadonlyArray<{ readonly function: { readonly name: string } }>
  readonly messages: ReadonlyArray<{ readonly role: string }>
}

const searchCall = {
  index: 0,
  id: "call_0",
  type: "function",
  function: { name: "web_search", arguments: '{"queries":["high water Brest"]}' }
}

/** Searches once where it has the tool, then answers. */
const script: Script = ({ body, path }) => {
  if (path !== "/v1/chat/completions") return { body: { data: [{ id: "my-model" }] } }
  const { messages, stream, tools = [] } = body as Body
  const searches =
    tools.some((tool) => tool.function.name === "web_search") && messages.every(({ role }) => role !== "tool")
  const deltas = searches
    ? [{ tool_calls: [searchCall] }]
    : Array.from(answer.match(/[\s\S]{1,4}/g) ?? [], (content) => ({ content }))
  const finish_reason = searches ? "tool_calls" : "stop"
  if (stream !== true) {
    const message = searches ? { content: null, tool_calls: [searchCall] } : { content: answer }
    return { body: { choices: [{ index: 0, finish_reason, message }], usage } }
  }
  const events = [
    ...deltas.map((delta) => ({ choices: [{ index: 0, delta, finish_reason: null }] })),
    { choices: [{ index: 0, delta: {}, finish_reason }] },
    { choices: [], usage }
  ]
  return {
    headers: { "content-type": "text/event-stream" },
    text: [...events.map((event) => JSON.stringify(event)), "[DONE]"]
      .map((data) => `data: ${data}\n\n`)
      .join("")
  }
}

const backend = Effect.gen(function* () {
  const kind = kinds.find(({ name }) => name === "openai-compatible")
  const { chat, responses } = (yield* (
    kind?.make({ name: "model", kind: kind.name, url: "http://model.test/v1" }, { search: yield* Search }) ??
      Effect.die("no kind")
  )).services
  if (chat === undefined || responses === undefined) return yield* Effect.die("no service")
  return Context.make(Chat, chat).pipe(Context.add(Responses, responses))
})

const layer = Layer.effectContext(backend).pipe(
  Layer.provide(Layer.merge(layerFakeSearch, scriptTransport(script)))
)

runCases("chat", setupsOf("chat")(layer), conformance.chat.cases)
runCases("responses", setupsOf("responses")(layer), conformance.responses.cases)
