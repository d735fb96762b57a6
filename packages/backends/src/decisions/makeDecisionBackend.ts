// A backend that is a decision server: its service and its check.
import type { ApiError } from "@leadline/core/errors"
import * as Effect from "effect/Effect"
import type { BackendSettings } from "../configuration/settings.ts"
import { type JsonClient, makeJsonClient } from "../http/JsonClient.ts"
import type { OverCap } from "./serverLimits.ts"
import { checkDecisions } from "./checkDecisions.ts"
import type { DecisionServer } from "./DecisionServer.ts"
import { detectOnce } from "./detectServer.ts"
import { makeDecisions } from "./makeDecisions.ts"
import { probeTimeout } from "./settings.ts"

/** The settings of a decision server of the servers `S`. */
export interface DecisionSettings<S extends string> extends BackendSettings {
  /** Default: detected. */
  readonly server?: S | undefined
  readonly overCap?: OverCap | undefined
}

/** How decision servers of one dialect are asked. */
export interface Dialect<S extends string> {
  /** The path of their model lists. */
  readonly modelsPath: string
  /** Finds out which server it is. Fails where nothing answers. */
  readonly detect: (client: JsonClient) => Effect.Effect<S, ApiError>
  /** The server for a model by its name there. */
  readonly serverFor: (server: S | "unknown", model: string) => DecisionServer
}

/** Makes the backend. Nothing is sent before the first request. */
export const makeDecisionBackend = <S extends string>(
  settings: DecisionSettings<S>,
  { detect, modelsPath, serverFor }: Dialect<S>
) =>
  Effect.gen(function* () {
    const client = yield* makeJsonClient({ ...settings, probePath: modelsPath })
    const probing = yield* makeJsonClient({ ...settings, timeout: probeTimeout, concurrency: undefined })
    const detected =
      settings.server === undefined ? detectOnce(detect(probing)) : Effect.succeed(settings.server)
    const server = (model: string) => Effect.map(detected, (name) => serverFor(name, model))
    return {
      services: { decisions: makeDecisions({ client, settings, overCap: settings.overCap, server }) },
      check: () => checkDecisions({ client, settings, server, modelsPath })
    }
  })
