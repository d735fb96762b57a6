// The kind `openai-compatible`: any model server with chat completions.
import * as Effect from "effect/Effect"
import { backendKind } from "../kinds/BackendKind.ts"
import { checkReachable } from "../check/checkReachable.ts"
import { makeDecisions } from "./decisions/service.ts"
import { makeEmbeddings } from "./embeddings/service.ts"
import { makeModelServer } from "./server/ModelServer.ts"
import { fields } from "./settings.ts"

/** Any model server with chat completions: decisions by log-probabilities, and embeddings. */
export const openaiCompatible = backendKind({
  name: "openai-compatible",
  resources: ["contextualizedEmbeddings", "decisions", "embeddings"],
  fields,
  url: "endsInV1",
  make: (settings) =>
    Effect.gen(function* () {
      const server = yield* makeModelServer(settings)
      return {
        services: {
          decisions: makeDecisions(server, settings.readout ?? {}),
          ...makeEmbeddings(server, settings.embeddings ?? {})
        },
        check: checkReachable(server.client, "/v1/models")
      }
    })
})
