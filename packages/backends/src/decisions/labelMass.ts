// How much of a model's probability fell on the labels of a question: a metric, a warning, or the end of an answer.
// Assumed: ours, for the bounds.
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import { makeLogThrottle } from "@leadline/core/internal"

const labelMass = Metric.histogram("leadline_label_mass", {
  description: "How much of a model's probability falls on the labels of a question.",
  boundaries: [0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 1]
})

/** Below it the labels are no answer of the model. */
export const leastLabelMass = 0.001

/** Below it the operator is warned. */
const lowLabelMass = 0.05

/** Makes what records the label mass of a call, and warns of a low one now and then. */
export const makeRecordLabelMass = (backend: string): ((mass: number) => Effect.Effect<void>) => {
  const metric = Metric.withAttributes(labelMass, { backend })
  const throttled = makeLogThrottle()
  return (mass) => {
    const recorded = Metric.update(metric, mass)
    if (mass >= lowLabelMass) return recorded
    const line = Effect.logWarning("The model gives the labels little probability", {
      backend,
      labelMass: mass
    })
    return Effect.andThen(recorded, throttled(line))
  }
}
