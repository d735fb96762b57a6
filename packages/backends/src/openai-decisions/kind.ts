// The kind `openai-decisions`: servers of OpenAI's `POST /v1/decisions`.
import * as Effect from "effect/Effect"
import { capsFor } from "../decisions/caps.ts"
import { checkDecisions } from "../decisions/checkDecisions.ts"
import { decisionsOver } from "../decisions/decisionsOver.ts"
import { overCap, probeTimeout, serverOf } from "../decisions/fields.ts"
import type { Profile } from "../decisions/Profile.ts"
import { remembered } from "../decisions/recognise.ts"
import { makeJsonClient } from "../http/JsonClient.ts"
import { backendKind } from "../kinds/BackendKind.ts"
import { decode } from "./decode.ts"
import { encode } from "./encode.ts"
import { flavors, type Flavor, type Server } from "./flavors.ts"
import { recognise } from "./probe.ts"

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
      const found = server === undefined ? remembered(recognise(probing)) : Effect.succeed(server)
      const profileOf = (name: Server, model: string): Profile => {
        const flavor: Flavor = flavors[name]
        const { decimals, images } = flavor
        return {
          server: name,
          path: "/decisions",
          caps: capsFor(flavor, model, limits),
          images: images && { ...images, max: limits?.images ?? images.max },
          encode,
          decode: decode(name, decimals)
        }
      }
      const profile = (model: string) => Effect.map(found, (name) => profileOf(name, model))
      return {
        services: { decisions: decisionsOver({ client, settings, overCap: settings.overCap, profile }) },
        check: checkDecisions({ client, settings, profile, modelsPath: "/models" })
      }
    })
})
