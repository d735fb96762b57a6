// Chat over a scripted model server.
import type { ChatRequest } from "@leadline/core/chat"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { type ModelScript, modelTransport, searchOf, servicesOf } from "./modelScript.ts"

/** Chat over a scripted server, built anew for each call, and what was asked. */
export const use = (script: ModelScript, settings: object = {}) => {
  const [model, web] = [modelTransport(script), searchOf(2)]
  const chat = Effect.map(servicesOf(model, web, settings), (services) => services.chat)
  return {
    ...model,
    asked: web.asked,
    create: (request: ChatRequest) => Effect.scoped(Effect.flatMap(chat, ({ create }) => create(request))),
    stream: (request: ChatRequest) =>
      Effect.scoped(Effect.flatMap(chat, ({ stream }) => Effect.flatMap(stream(request), Stream.runCollect)))
  }
}
