// Conformance of chat and responses over a scripted model server, in every setup.
import { Chat } from "@leadline/core/chat"
import { Responses } from "@leadline/core/responses"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { conformance, openaiScript, scriptedBackend, setupsOf } from "../../src/index.ts"
import { runCases } from "../../src/conformance/runCases.ts"

const layer = Layer.effectContext(
  Effect.flatMap(
    scriptedBackend("openai-compatible", openaiScript({ program: "vLLM" })),
    ({ services: { chat, responses } }) =>
      chat === undefined || responses === undefined
        ? Effect.die("no service")
        : Effect.succeed(Context.make(Chat, chat).pipe(Context.add(Responses, responses)))
  )
)

runCases("chat", setupsOf("chat")(layer), conformance.chat.cases)
runCases("responses", setupsOf("responses")(layer), conformance.responses.cases)
