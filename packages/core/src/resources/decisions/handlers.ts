// HTTP in, decisions service out.
// Source: §4.1.
import * as Effect from "effect/Effect"
import { routesOf } from "../../server/Route.ts"
import { DecisionsApi } from "./server.ts"
import { Decisions } from "./service.ts"

/** The routes of the decisions group. */
export const routes = Effect.map(Decisions, (decisions) =>
  routesOf(DecisionsApi.groups.decisions, { create: ({ payload }) => decisions.create(payload) })
)
