// The kind `openrouter`: the System One dialect of OpenRouter, which counts what each request costs.
import * as Effect from "effect/Effect"
import { checkDecisions } from "../decisions/checkDecisions.ts"
import { makeDecisions } from "../decisions/makeDecisions.ts"
import { overCap } from "../decisions/settings.ts"
import { makeJsonClient } from "../http/JsonClient.ts"
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
    Effect.gen(function* () {
      const client = yield* makeJsonClient({ ...settings, url: versioned(settings.url) })
      const serverFor = (model: string) =>
        Effect.succeed(systemOneServer("openrouter", "/systemone", model, settings.limits))
      return {
        services: {
          decisions: makeDecisions({ client, settings, overCap: settings.overCap, server: serverFor })
        },
        check: checkDecisions({ client, settings, server: serverFor, modelsPath: "/models" })
      }
    })
})
