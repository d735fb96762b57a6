// Loads the model of a backend into this process. Its package is loaded only where one is configured.
import { type BackendSettings, describeModel, type LocalModel } from "@leadline/backends"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { StartupError } from "../StartupError.ts"

/** The settings of the kind `llama`. */
type ModelSettings = BackendSettings & Partial<Parameters<Engine["scopedModel"]>[0]>

type Engine = typeof import("@leadline/engine-llama")

const missing = () =>
  new StartupError({
    message:
      "A model in this process needs the packages @leadline/engine-llama, node-llama-cpp and a library of @node-llama-cpp: install them beside the server"
  })

/** Loads the model of a file, and logs how much memory it takes. Fails with one line where it cannot be used. */
export const loadLocalModel = (
  settings: BackendSettings
): Effect.Effect<LocalModel, StartupError, Scope.Scope> =>
  Effect.gen(function* () {
    const { contextTokens, gpu, name, threads, url }: ModelSettings = settings
    const engine = yield* Effect.tryPromise({ try: () => import("@leadline/engine-llama"), catch: missing })
    const model = yield* Effect.mapError(
      engine.scopedModel({ model: url, contextTokens, gpu, threads }),
      ({ message }) => new StartupError({ message })
    )
    yield* Effect.logInfo("The model is loaded", { backend: name, ...describeModel(model) })
    return model
  })
