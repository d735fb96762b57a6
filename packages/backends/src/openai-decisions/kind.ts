// The kind `openai-decisions`: servers of OpenAI's `POST /v1/decisions`.
import { limitsFor } from "../decisions/serverLimits.ts"
import { makeDecisionBackend } from "../decisions/makeDecisionBackend.ts"
import { overCap, serverOf } from "../decisions/settings.ts"
import { backendKind } from "../kinds/BackendKind.ts"
import { decode } from "./decode.ts"
import { encode } from "./encode.ts"
import { flavors, type Flavor } from "./flavors.ts"
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
    makeDecisionBackend(settings, {
      modelsPath: "/models",
      detect,
      serverFor: (server, model) => {
        const flavor: Flavor = flavors[server]
        return {
          name: server,
          path: "/decisions",
          ...limitsFor(flavor, model, settings.limits),
          encode,
          decode: decode(server, flavor.decimals)
        }
      }
    })
})
