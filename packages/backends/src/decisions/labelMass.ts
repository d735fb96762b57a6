// How much of a model's probability fell on the options: a metric, a warning, or the end of an answer.
// Assumed: ours.
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import type { ApiError } from "@leadline/core/errors"
import { badGateway } from "../http/mapStatus.ts"

/** Below it an answer is a guess, and the log says so. */
const doubtful = 0.05

/** Below it there is no answer. */
const missing = 0.001

const labelMass = Metric.histogram("leadline_decision_label_mass", {
  description: "Share of a decision model's probability that fell on the options of a question.",
  boundaries: [0.001, 0.05, 0.25, 0.5, 0.75, 0.9, 0.99, 1]
})

/** Records the label mass of an answer. Fails where the model has not answered with one of the options: 502. */
export const checkLabelMass = (backend: string, mass: number): Effect.Effect<void, ApiError> => {
  const recorded = Metric.update(Metric.withAttributes(labelMass, { backend }), mass)
  if (mass >= doubtful) return recorded
  const line = Effect.logWarning("The decision model hardly answers with the options", { backend, mass })
  return Effect.andThen(recorded, mass < missing ? Effect.andThen(line, Effect.fail(badGateway())) : line)
}
