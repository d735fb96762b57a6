// The kind `openai-compatible`: any model server with OpenAI's routes.
import * as Effect from "effect/Effect"
import { backendKind } from "../kinds/BackendKind.ts"
import { makeChat } from "./chat/service.ts"
import { checkModelServer } from "./check.ts"
import { makeDecisions } from "./decisions/service.ts"
import { makeEmbeddings } from "./embeddings/service.ts"
import { makeResponses } from "./responses/service.ts"
import { makeModelServer } from "./server/ModelServer.ts"
import { fields } from "./settings.ts"

/** Any model server with OpenAI's routes: chat, responses, decisions by log-probabilities, and embeddings. */
export const openaiCompatible = backendKind({
  name: "openai-compatible",
  resources: ["chat", "contextualizedEmbeddings", "decisions", "embeddings", "responses"],
  fields,
  url: "endsInV1",
  make: (settings, dependencies) =>
    Effect.gen(function* () {
      const { embeddings = {}, readout = {} } = settings
      const server = yield* makeModelServer(settings)
      // Each folder makes the services of its routes from the server.
      const services = {
        chat: makeChat(server, dependencies),
        responses: makeResponses(server, dependencies, settings),
        decisions: makeDecisions(server, readout),
        ...makeEmbeddings(server, embeddings)
      }
      const offersTools = settings.tools !== false
      return {
        services,
        ...(settings.models === undefined && { models: Effect.map(server.info, ({ models }) => models) }),
        check: (routed) => checkModelServer(server, readout, { services, routed, offersTools })
      }
    })
})
