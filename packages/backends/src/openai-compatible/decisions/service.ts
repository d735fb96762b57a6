// Decisions of a model server.
// Assumed: ours.
import { type Decisions, fromWeigher, make } from "@leadline/core/decisions"
import { costOf, perMillion } from "@leadline/core/schema"
import * as Effect from "effect/Effect"
import { priceOf } from "../../configuration/settings.ts"
import { numberAt, valueAt } from "../../json/unknownJson.ts"
import type { ModelServer } from "../server/ModelServer.ts"
import { perModel } from "../server/perModel.ts"
import type { Readout } from "../settings.ts"
import { makeWeigher } from "./weigher.ts"

/** The answer with what it cost, where the model has a price. */
const withCost = (answer: unknown, usdPerMillion: number): unknown => {
  if (typeof answer !== "object" || answer === null || usdPerMillion === 0) return answer
  const input_cost = costOf(numberAt(answer, "usage", "input_tokens") ?? 0, perMillion(usdPerMillion))
  const usage = valueAt(answer, "usage")
  const cost = { input_cost, total_cost: input_cost, currency: "USD" }
  return { ...answer, usage: { ...(typeof usage === "object" ? usage : {}), cost } }
}

/** The decisions service of a model server. */
export const makeDecisions = (server: ModelServer, readout: Readout): Decisions["Service"] => {
  const engineOf = perModel((name) => fromWeigher(makeWeigher(server, name, readout)))
  return make({
    create: (request) =>
      Effect.flatMap(server.nameOf(request.model), (name) =>
        Effect.map(engineOf(name).create(request), (answer) =>
          withCost(answer, priceOf(server.settings, name)?.input ?? 0)
        )
      )
  })
}
