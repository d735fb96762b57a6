// The kind `system-one`: servers of `POST /v1/systemone`.
import * as Effect from "effect/Effect"
import { checkDecisions } from "../decisions/checkDecisions.ts"
import { decisionsOver } from "../decisions/decisionsOver.ts"
import { overCap, probeTimeout, serverOf } from "../decisions/fields.ts"
import { remembered } from "../decisions/recognise.ts"
import { makeJsonClient } from "../http/JsonClient.ts"
import { backendKind } from "../kinds/BackendKind.ts"
import { recognise } from "./probe.ts"
import { systemOneProfile } from "./profile.ts"

/** The settings of the kind. */
const fields = {
  server: serverOf([
    "fireworks",
    "leadline",
    "litellm",
    "llamacpp",
    "localai",
    "ollama",
    "sglang",
    "typesafe",
    "vllm"
  ]),
  overCap
}

/** Decision servers of the System One dialect. Which one it is decides how requests are written. */
export const systemOne = backendKind({
  name: "system-one",
  resources: ["decisions"],
  fields,
  url: "withoutV1",
  make: (settings) =>
    Effect.gen(function* () {
      const { limits, server } = settings
      const client = yield* makeJsonClient(settings)
      const probing = yield* makeJsonClient({ ...settings, timeout: probeTimeout, concurrency: undefined })
      const found = server === undefined ? remembered(recognise(probing)) : Effect.succeed(server)
      const profile = (model: string) =>
        Effect.map(found, (name) => systemOneProfile(name, "/v1/systemone", model, limits))
      return {
        services: { decisions: decisionsOver({ client, settings, overCap: settings.overCap, profile }) },
        check: checkDecisions({ client, settings, profile, modelsPath: "/v1/models" })
      }
    })
})
