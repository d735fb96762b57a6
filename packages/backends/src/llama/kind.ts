// The kind `llama`: a model in this process.
import { fromWeigher, make } from "@leadline/core/decisions"
import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import type { BackendSettings } from "../configuration/settings.ts"
import { backendKind, type Dependencies } from "../kinds/BackendKind.ts"
import { requireModelName } from "../kinds/modelName.ts"
import { makeChat } from "../openai-compatible/chat/service.ts"
import { weigherOf } from "../openai-compatible/decisions/weigher.ts"
import { makeEmbeddings } from "../openai-compatible/embeddings/service.ts"
import { makeResponses } from "../openai-compatible/responses/service.ts"
import { listedName, type ModelServer } from "../openai-compatible/server/ModelServer.ts"
import { makeAskLocal } from "./askLocal.ts"
import { checkLocalModel } from "./check.ts"
import * as limits from "./limits.ts"
import { makeLocalClient } from "./localClient.ts"
import type { LocalModel } from "./LocalModel.ts"
import { fields, type LocalModelSettings } from "./settings.ts"
import { makeTurns, type Turns } from "./modelQueue.ts"

/** The model as chat, responses and embeddings call it. */
const serverOf = (
  settings: BackendSettings,
  model: LocalModel,
  turns: Turns,
  scope: Scope.Scope
): ModelServer => ({
  settings,
  client: makeLocalClient({ name: settings.name, model, turns, scope }),
  info: Effect.succeed({
    software: "llama.cpp",
    models: [model.name],
    contextTokens: model.contextTokens,
    seesImages: false
  }),
  nameOf: (name) =>
    settings.models === undefined ? listedName([model.name], name) : requireModelName(settings, name),
  scope
})

/** The services of a model, and their check. */
export const makeLocalServices = Effect.fnUntraced(function* (
  settings: BackendSettings & Pick<LocalModelSettings, "readout" | "waiting">,
  model: LocalModel,
  dependencies: Dependencies
) {
  const { readout = {}, waiting = limits.waiting } = settings
  const turns = makeTurns(settings.name, waiting)
  const server = serverOf(settings, model, turns, yield* Scope.Scope)
  const begin = makeAskLocal(model)
  const weigher = weigherOf(server, {
    readout,
    begin,
    // The model does one thing at a time.
    concurrency: 1,
    seesImages: Effect.succeed(false),
    deterministic: readout.prior !== true,
    forget: Effect.void
  })
  const engine = fromWeigher({
    ...weigher,
    weigh: (state, asks) => turns.take("decisions.create", weigher.weigh(state, asks))
  })
  const services = {
    chat: makeChat(server, dependencies),
    decisions: make({
      create: (request) => Effect.andThen(server.nameOf(request.model), engine.create(request))
    }),
    responses: makeResponses(server, dependencies, { tools: false }),
    ...makeEmbeddings(server, {})
  }
  return { services, check: checkLocalModel(server, model, begin, turns, services) }
})

/** A model in this process, from a file. */
export const llama = backendKind({
  name: "llama",
  resources: ["chat", "contextualizedEmbeddings", "decisions", "embeddings", "responses"],
  fields,
  url: "file",
  make: (settings, dependencies) => {
    const { model } = dependencies
    return model === undefined
      ? Effect.die(new Error("No model was loaded"))
      : makeLocalServices(settings, model, dependencies)
  }
})
