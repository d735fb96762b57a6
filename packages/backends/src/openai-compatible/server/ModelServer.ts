// A model server in use: its client, what it is, and the names of its models.
import type * as ApiError from "@leadline/core/errors"
import type { Transport } from "@leadline/core/transport"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import type { BackendSettings } from "../../configuration/settings.ts"
import { type JsonClient, makeJsonClient } from "../../http/JsonClient.ts"
import { isContractModel, requireModelName, unknownModel } from "../../kinds/modelName.ts"
import { askServer, type ServerInfo } from "./ServerInfo.ts"
import { computeOnce } from "./computeOnce.ts"

/** Milliseconds for which a server that says nothing of itself is not asked again. */
const silence = 2_000

/** A model server. */
export interface ModelServer {
  readonly settings: BackendSettings
  /** Paths of its calls begin with `/v1` where the route does. */
  readonly client: JsonClient
  /** Its own description: asked once, or again while it says nothing. */
  readonly info: Effect.Effect<ServerInfo>
  /** The name of a model there: as configured, or else as the server lists it. Fails for a model that it does not have. */
  readonly nameOf: (model: string) => Effect.Effect<string, ApiError.ApiError>
  /** Ends with the backend. */
  readonly scope: Scope.Scope
}

/** A model by the name that the server lists it under; the first one for a model of the contract. */
export const listedName = (models: ReadonlyArray<string>, model: string) => {
  // One that says nothing of itself may have it.
  if (models.length === 0 || models.includes(model)) return Effect.succeed(model)
  const name = isContractModel(model) ? models[0] : undefined
  return name === undefined ? Effect.fail(unknownModel(models)) : Effect.succeed(name)
}

/** The model server of some settings. Nothing is sent before the first request. */
export const makeModelServer = (
  settings: BackendSettings
): Effect.Effect<ModelServer, never, Transport | Scope.Scope> =>
  Effect.gen(function* () {
    const { apiKey, concurrency, idleTimeout, name, prices, timeout } = settings
    // Servers have routes beside those of `/v1`, and one client counts the calls of all.
    const url = settings.url.replace(/\/v1$/, "")
    const client = yield* makeJsonClient({ apiKey, concurrency, idleTimeout, name, prices, timeout, url })
    const scope = yield* Scope.Scope
    const shared = computeOnce(scope, askServer(client))
    let silent: { readonly info: ServerInfo; readonly until: number } | undefined
    const ask = (now: number) =>
      Effect.catch(shared.get, (info) =>
        Effect.sync(() => {
          silent = { info, until: now + silence }
          return info
        })
      )
    const info = Effect.flatMap(Clock.currentTimeMillis, (now) =>
      silent !== undefined && now < silent.until ? Effect.succeed(silent.info) : ask(now)
    )
    return {
      settings,
      client,
      info,
      scope,
      nameOf: (model) =>
        settings.models === undefined
          ? Effect.flatMap(info, ({ models }) => listedName(models, model))
          : requireModelName(settings, model)
    }
  })
