// A backend of decisions over a scripted server, as the configuration makes it.
import type { BackendInstance } from "@leadline/backends"
import { Decisions } from "@leadline/core/decisions"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { instanceOf, kindNamed } from "../../model-servers/backend.ts"
import { type DecisionServerOptions, decisionServer } from "./transport.ts"

/** A backend, and the server behind it. */
export interface DecisionBackendOptions extends DecisionServerOptions {
  readonly kind: "openai-decisions" | "openrouter" | "system-one"
  /** Settings of the backend beyond name, kind, address and key. */
  readonly settings?: object
}

/** A scripted server of System One, by its name in the settings. */
export const systemOneBackend = (server: string): DecisionBackendOptions => ({
  kind: "system-one",
  dialect: "system-one",
  server,
  settings: { server }
})

/** A scripted server of OpenAI's dialect, by its name in the settings. */
export const openaiDecisionsBackend = (server: string): DecisionBackendOptions => ({
  kind: "openai-decisions",
  dialect: "openai",
  server,
  settings: { server }
})

/** A scripted OpenRouter. */
export const openrouterBackend: DecisionBackendOptions = {
  kind: "openrouter",
  dialect: "system-one",
  server: "openrouter",
  settings: {}
}

/** The setting `server` of a kind of decision servers. */
interface ServerSetting {
  readonly server: { readonly schema: { readonly literals: ReadonlyArray<string> } }
}

/** The servers that a kind knows by name. */
const serversOf = (kind: DecisionBackendOptions["kind"]): ReadonlyArray<string> =>
  // The list of kinds does not have the types of their settings.
  (kindNamed(kind).fields as unknown as ServerSetting).server.schema.literals

/** Every server that a kind of backend knows by name. */
export const decisionBackends: ReadonlyArray<DecisionBackendOptions> = [
  ...serversOf("system-one").map(systemOneBackend),
  ...serversOf("openai-decisions").map(openaiDecisionsBackend),
  openrouterBackend
]

/** The backend and the calls that its server receives. It ends with the scope. */
export const decisionBackend = ({ kind, settings, ...options }: DecisionBackendOptions) => {
  const scripted = decisionServer(options)
  const given = { apiKey: Redacted.make("key-of-the-server"), ...settings }
  // Layers end with the process of the test: nothing is open but memory.
  const instance: Effect.Effect<BackendInstance> = Effect.scoped(
    instanceOf(kind, "http://decisions.test", given)
  ).pipe(Effect.provide(scripted.layer))
  const decisions = Layer.effect(
    Decisions,
    Effect.flatMap(instance, ({ services }) =>
      services.decisions === undefined
        ? Effect.die(new Error(`${kind} does not decide`))
        : Effect.succeed(services.decisions)
    )
  )
  return { ...scripted, instance, decisions }
}
