// The dialect in, decisions service out.
// Source: §4.1.
import * as Effect from "effect/Effect"
import { routesOf } from "../../../server/Route.ts"
import { Aliases } from "../models.ts"
import { Decisions } from "../service.ts"
import { fromDecisions, toDecisions } from "./dialect.ts"
import { OpenAiDecisionsApi } from "./server.ts"
import { concurrency } from "./limits.ts"

/** The routes of the dialect, over the same service as decisions. */
export const routes = Effect.gen(function* () {
  const decisions = yield* Decisions
  const aliases = yield* Aliases
  return routesOf(OpenAiDecisionsApi.groups.openaiDecisions, {
    create: {
      prepare: ({ payload }) =>
        Effect.map(toDecisions(payload, aliases), (translated) =>
          Effect.map(
            Effect.forEach(translated.requests, (request) => decisions.create(request), { concurrency }),
            (responses) => fromDecisions(payload, translated, responses)
          )
        )
    }
  })
})
