// The kind `system-one`: servers of `POST /v1/systemone`.
import { makeDecisionBackend } from "../decisions/makeDecisionBackend.ts"
import { overCap, serverOf } from "../decisions/settings.ts"
import { backendKind } from "../kinds/BackendKind.ts"
import { detect } from "./probe.ts"
import { systemOneServer } from "./systemOneServer.ts"

/** The settings of the kind. */
const fields = {
  server: serverOf([
    "cloudflare",
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
    makeDecisionBackend(settings, {
      modelsPath: "/v1/models",
      detect,
      serverFor: (server, model) => systemOneServer(server, "/v1/systemone", model, settings.limits)
    })
})
