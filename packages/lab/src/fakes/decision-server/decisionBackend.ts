// A backend of decisions over a scripted server, as the configuration makes it.
import { type BackendInstance, type BackendKind, kinds } from "@leadline/backends"
import { Decisions } from "@leadline/core/decisions"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
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
  server: "openrouter"
}

const kindNamed = (name: string): BackendKind => {
  const kind = kinds.find((one) => one.name === name)
  if (kind === undefined) throw new Error(`There is no kind ${name}`)
  return kind
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

const noSearch = { create: () => Effect.die(new Error("Decisions do not search")) }

/** The backend and the calls that its server receives. It ends with the scope. */
export const decisionBackend = (options: DecisionBackendOptions) => {
  const { kind: name, settings } = options
  const scripted = decisionServer(options)
  const instance: Effect.Effect<BackendInstance> = Effect.gen(function* () {
    const kind = kindNamed(name)
    const given = {
      name: "scripted",
      kind: name,
      url: kind.url === "endsInV1" ? "http://decisions.test/v1" : "http://decisions.test",
      apiKey: Redacted.make("key-of-the-server"),
      ...settings
    }
    // Layers end with the process of the test: nothing is open but memory.
    return yield* Effect.scoped(kind.make(given as never, { search: noSearch })).pipe(
      Effect.provide(scripted.layer)
    )
  })
  const decisions = Layer.effect(
    Decisions,
    Effect.flatMap(instance, ({ services }) =>
      services.decisions === undefined
        ? Effect.die(new Error(`${name} does not decide`))
        : Effect.succeed(services.decisions)
    )
  )
  return { ...scripted, instance, decisions }
}
