// The dialect in, decisions service out.
// Source: §4.1.
import * as Effect from "effect/Effect"
import { routesOf } from "../../../server/Route.ts"
import { Aliases } from "../models.ts"
import { Decisions } from "../service.ts"
import { fromDecisions, toDecisions } from "./dialect.ts"
import { SystemOneApi } from "./server.ts"

/** The routes of the dialect, over the same service as decisions. */
export const routes = Effect.gen(function* () {
  const decisions = yield* Decisions
  const aliases = yield* Aliases
  return routesOf(SystemOneApi.groups.systemone, {
    create: {
      prepare: ({ payload }) =>
        Effect.map(toDecisions(payload, aliases), (request) =>
          Effect.map(decisions.create(request), (response) => fromDecisions(payload, response))
        )
    }
  })
})
