// A backend of decisions over a scripted server, as the configuration makes it.
import { type BackendInstance, kinds } from "@leadline/backends"
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

/** Every server that a kind of backend knows by name. */
export const decisionBackends: ReadonlyArray<DecisionBackendOptions> = [
  ...[
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
  ].map(systemOneBackend),
  ...["fireworks", "litellm", "localai", "openai", "vllm"].map(openaiDecisionsBackend),
  openrouterBackend
]

const noSearch = { create: () => Effect.die(new Error("Decisions do not search")) }

/** The backend and the calls that its server receives. It ends with the scope. */
export const decisionBackend = (options: DecisionBackendOptions) => {
  const { kind: name, settings } = options
  const scripted = decisionServer(options)
  const instance: Effect.Effect<BackendInstance> = Effect.gen(function* () {
    const kind = kinds.find((one) => one.name === name)
    if (kind === undefined) return yield* Effect.die(new Error(`There is no kind ${name}`))
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
