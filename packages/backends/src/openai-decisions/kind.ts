// The kind `openai-decisions`: servers of OpenAI's `POST /v1/decisions`.
import * as Effect from "effect/Effect"
import { capsFor } from "../decisions/caps.ts"
import { checkDecisions } from "../decisions/checkDecisions.ts"
import { makeDecisions } from "../decisions/makeDecisions.ts"
import { overCap, probeTimeout, serverOf } from "../decisions/settings.ts"
import type { DecisionServer } from "../decisions/DecisionServer.ts"
import { detectOnce } from "../decisions/detectServer.ts"
import { makeJsonClient } from "../http/JsonClient.ts"
import { backendKind } from "../kinds/BackendKind.ts"
import { decode } from "./decode.ts"
import { encode } from "./encode.ts"
import { flavors, type Flavor, type Server } from "./flavors.ts"
import { detect } from "./probe.ts"

/** The settings of the kind. */
const fields = {
  server: serverOf(["fireworks", "litellm", "localai", "openai", "vllm"]),
  overCap
}

/** Decision servers of OpenAI's dialect. Which one it is decides how much goes into a request. */
export const openaiDecisions = backendKind({
  name: "openai-decisions",
  resources: ["decisions"],
  fields,
  url: "endsInV1",
  make: (settings) =>
    Effect.gen(function* () {
      const { limits, server } = settings
      const client = yield* makeJsonClient(settings)
      const probing = yield* makeJsonClient({ ...settings, timeout: probeTimeout, concurrency: undefined })
      const found = server === undefined ? detectOnce(detect(probing)) : Effect.succeed(server)
      const serverNamed = (name: Server, model: string): DecisionServer => {
        const flavor: Flavor = flavors[name]
        const { decimals, images } = flavor
        return {
          name,
          path: "/decisions",
          caps: capsFor(flavor, model, limits),
          images: images && { ...images, max: limits?.images ?? images.max },
          encode,
          decode: decode(name, decimals)
        }
      }
      const serverFor = (model: string) => Effect.map(found, (name) => serverNamed(name, model))
      return {
        services: {
          decisions: makeDecisions({ client, settings, overCap: settings.overCap, server: serverFor })
        },
        check: checkDecisions({ client, settings, server: serverFor, modelsPath: "/models" })
      }
    })
})
