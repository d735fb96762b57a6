// The order in which the backends of a step are tried.
import type { Step } from "../configuration/settings.ts"

/** Drawn without replacement: the first one with a chance of its weight among all. `random` gives 0 to below 1. */
export const weightedOrder = (step: Step, random: () => number = Math.random): Step => {
  if (step.length < 2) return step
  const left = [...step]
  const order: Array<Step[number]> = []
  while (left.length > 0) {
    let at = random() * left.reduce((sum, { weight }) => sum + weight, 0)
    const index = left.findIndex(({ weight }) => (at -= weight) < 0)
    order.push(...left.splice(index === -1 ? left.length - 1 : index, 1))
  }
  return order
}
