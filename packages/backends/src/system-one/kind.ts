// The kind `system-one`: servers of `POST /v1/systemone`.
import * as Effect from "effect/Effect"
import { checkDecisions } from "../decisions/checkDecisions.ts"
import { makeDecisions } from "../decisions/makeDecisions.ts"
import { overCap, probeTimeout, serverOf } from "../decisions/settings.ts"
import { detectOnce } from "../decisions/detectServer.ts"
import { makeJsonClient } from "../http/JsonClient.ts"
import { backendKind } from "../kinds/BackendKind.ts"
import { detect } from "./probe.ts"
import { systemOneServer } from "./systemOneServer.ts"

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
      const found = server === undefined ? detectOnce(detect(probing)) : Effect.succeed(server)
      const serverFor = (model: string) =>
        Effect.map(found, (name) => systemOneServer(name, "/v1/systemone", model, limits))
      return {
        services: {
          decisions: makeDecisions({ client, settings, overCap: settings.overCap, server: serverFor })
        },
        check: checkDecisions({ client, settings, server: serverFor, modelsPath: "/v1/models" })
      }
    })
})
