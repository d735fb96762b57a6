// Responses over a scripted model server.
import type { ResponsesRequest } from "@leadline/core/responses"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import {
  type CallBody,
  type ModelReply,
  type ModelScript,
  modelTransport,
  searchOf,
  servicesOf,
  textReply
} from "./modelScript.ts"

/** A request of the input alone. */
export const question: ResponsesRequest = { input: "High water at Brest?" }

/** A call as the model makes it. */
export const call = (name: string, args: unknown, id = "a") => ({
  index: 0,
  id,
  type: "function",
  function: { name, arguments: JSON.stringify(args) }
})

/** An answer that calls functions. */
export const callReply = (body: CallBody, ...calls: ReadonlyArray<object>): ModelReply =>
  textReply(body, "", { tool_calls: calls.map((one, index) => ({ ...one, index })) })

/** Does the conversation have the result of a call? */
export const hasResult = (body: CallBody): boolean =>
  body.messages.some(({ role }: { readonly role: string }) => role === "tool")

/** Searches once, then answers. */
export const searching =
  (text: string): ModelScript =>
  (body) =>
    hasResult(body) || body.tools === undefined
      ? textReply(body, text)
      : callReply(body, call("web_search", { queries: ["tide", "Brest"] }))

/** Responses over a scripted server, and what was asked. */
export const use = (script: ModelScript, settings: object = {}, web = searchOf(2)) => {
  const model = modelTransport(script)
  const responses = Effect.map(servicesOf(model, web, settings), (services) => services.responses)
  return {
    ...model,
    asked: web.asked,
    create: (request: ResponsesRequest) =>
      Effect.scoped(Effect.flatMap(responses, ({ create }) => create(request))),
    stream: (request: ResponsesRequest) =>
      Effect.scoped(
        Effect.flatMap(responses, ({ stream }) => Effect.flatMap(stream(request), Stream.runCollect))
      )
  }
}
