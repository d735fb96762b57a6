// Conformance of chat and responses over a scripted model server, in every setup.
import { Chat } from "@leadline/core/chat"
import { Responses } from "@leadline/core/responses"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { conformance, type Script, scriptedBackend, setupsOf } from "../../src/index.ts"
import { runCases } from "../../src/conformance/runCases.ts"

const answer = "<think>The table says so.</think>High water is at 06:12 [1], and at 18:40 [44]."

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
  const message = searches ? { content: null, tool_calls: [searchCall] } : { content: answer }
  const whole = { index: 0, finish_reason: searches ? "tool_calls" : "stop" }
  const usage = { prompt_tokens: 20, completion_tokens: 10 }
  if (stream !== true) return { body: { choices: [{ ...whole, message }], usage } }
  const pieces = searches
    ? [message]
    : Array.from(answer.match(/[\s\S]{1,4}/g) ?? [], (content) => ({ content }))
  const choices = [
    ...pieces.map((delta) => ({ index: 0, delta, finish_reason: null })),
    { ...whole, delta: {} }
  ]
  const events = [...choices.map((choice) => ({ choices: [choice] })), { choices: [], usage }]
  return {
    headers: { "content-type": "text/event-stream" },
    text: [...events.map((event) => JSON.stringify(event)), "[DONE]"]
      .map((data) => `data: ${data}\n\n`)
      .join("")
  }
}

const layer = Layer.effectContext(
  Effect.flatMap(scriptedBackend("openai-compatible", script), ({ services: { chat, responses } }) =>
    chat === undefined || responses === undefined
      ? Effect.die("no service")
      : Effect.succeed(Context.make(Chat, chat).pipe(Context.add(Responses, responses)))
  )
)

runCases("chat", setupsOf("chat")(layer), conformance.chat.cases)
runCases("responses", setupsOf("responses")(layer), conformance.responses.cases)
