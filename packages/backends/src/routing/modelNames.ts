// The names of models that the backends of a configuration answer to, and the list of them.
// Assumed: ours.
import { anyModel } from "@leadline/core/internal"
import type { ModelsResponse } from "@leadline/core/models"
import * as Effect from "effect/Effect"
import { embedded } from "../configuration/settings.ts"
import { configuredModels } from "../kinds/modelName.ts"
import type { Resource } from "../kinds/Services.ts"
import type { ActiveConfiguration, RunningBackend } from "./ActiveConfiguration.ts"

/** The names of the backends of a route; a chat that is stored is answered by the route of chats. */
const routeOf = ({ configuration: { routes } }: ActiveConfiguration, resource: string) =>
  (routes[resource as Resource] ?? (resource === "asyncChat" ? routes.chat : undefined) ?? [])
    .flat()
    .map(({ backend }) => backend)

const backendsOf = (active: ActiveConfiguration, resource: string): ReadonlyArray<RunningBackend> =>
  routeOf(active, resource).flatMap((name) => active.running.get(name) ?? [])

/** The names that a resource takes beside those of the contract; a server that lists its models says itself which. */
export const namesOf = (active: ActiveConfiguration, resource: string): ReadonlyArray<string> =>
  backendsOf(active, resource).flatMap(({ models, prepared: { settings } }) =>
    models === undefined ? configuredModels(settings) : anyModel
  )

const listed = ({ models, prepared: { settings } }: RunningBackend) =>
  Effect.map(models ?? Effect.succeed(configuredModels(settings)), (names) =>
    names
      .filter((name) => name !== anyModel)
      .map((id) => ({ id, object: "model" as const, created: 0, owned_by: settings.name }))
  )

/** Are the models of the contract's list answered under these names? They are those of responses. */
const answersContract = (active: ActiveConfiguration): boolean =>
  routeOf(active, "responses").includes(embedded) ||
  backendsOf(active, "responses").some(
    ({ models, prepared: { settings } }) => models === undefined && settings.models === undefined
  )

/** Is the list of models that of this server? */
export const ownsModels = (active: ActiveConfiguration): boolean =>
  routeOf(active, "models").every((name) => name === embedded)

/** The models of all routed backends by their names here, and those of the contract where they are answered, too. */
export const listModels = <E, R>(
  active: ActiveConfiguration,
  contract: Effect.Effect<ModelsResponse, E, R>
) =>
  Effect.gen(function* () {
    const used = new Set(Object.keys(active.configuration.routes).flatMap((name) => backendsOf(active, name)))
    const own = yield* Effect.forEach(used, listed, { concurrency: "unbounded" })
    const others = answersContract(active) || used.size === 0 ? (yield* contract).data : []
    const data = [...own.flat(), ...others]
    return { object: "list" as const, data: [...new Map(data.map((model) => [model.id, model])).values()] }
  })
