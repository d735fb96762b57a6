// The kind `openrouter`: the System One dialect of OpenRouter, which counts what each request costs.
import * as Effect from "effect/Effect"
import { makeDecisionBackend } from "../decisions/makeDecisionBackend.ts"
import { overCap } from "../decisions/settings.ts"
import { backendKind } from "../kinds/BackendKind.ts"
import { systemOneServer } from "../system-one/systemOneServer.ts"

/** The address up to and with the version of the API. */
const versioned = (url: string): string => {
  if (url.endsWith("/api/v1")) return url
  return url.endsWith("/api") ? `${url}/v1` : `${url}/api/v1`
}

/** Decisions by OpenRouter. Its address may end in `/api` or `/api/v1`. */
export const openrouter = backendKind({
  name: "openrouter",
  resources: ["decisions"],
  fields: { overCap },
  defaultUrl: "https://openrouter.ai",
  url: "either",
  apiKey: "required",
  make: (settings) =>
    makeDecisionBackend(
      { ...settings, url: versioned(settings.url) },
      {
        modelsPath: "/models",
        detect: () => Effect.succeed("openrouter"),
        serverFor: (_, model) => systemOneServer("openrouter", "/systemone", model, settings.limits)
      }
    )
})
