// Weighs the options of a question: in one call, in several orders, or in a tournament when they are too many.
// Assumed: ours.
import type { Ask } from "@leadline/core/decisions"
import type { ApiError } from "@leadline/core/errors"
import { addNotice } from "@leadline/core/internal"
import * as Effect from "effect/Effect"
import type { Readout } from "../settings.ts"
import type { Asked, AskOnce } from "./askModel.ts"
import { geometricMean, rotationsOf } from "./calibration.ts"
import type { ReadoutFault } from "./faults.ts"
import { maxOptions } from "./labels.ts"
import type { Selection } from "./prompt.ts"
import { combine, finalistsOf, groupShares, groupsOf } from "../../decisions/tournament.ts"

type Weighed = Effect.Effect<Asked, ApiError | ReadoutFault>

const indexes = (count: number): ReadonlyArray<number> => Array.from({ length: count }, (_, index) => index)

/** The orders in which the options of a call are asked. The order of levels is their meaning. */
const ordersOf = (type: Ask["type"], count: number, { bothOrders, rotations }: Readout) => {
  if (type === "choice") return rotationsOf(count, rotations ?? 1)
  return type === "noul" && bothOrders === true ? rotationsOf(count, 2) : [indexes(count)]
}

/** Calls one after the other would wait for each other: the first runs alone to fill the cache, then all others. */
export const firstAlone = <A, B, E>(
  items: ReadonlyArray<A>,
  concurrency: number,
  run: (item: A, index: number) => Effect.Effect<B, E>
): Effect.Effect<ReadonlyArray<B>, E> =>
  Effect.gen(function* () {
    const [first, ...rest] = items
    if (first === undefined) return []
    const head = yield* run(first, 0)
    const tail = yield* Effect.forEach(rest, (item, index) => run(item, index + 1), { concurrency })
    return [head, ...tail]
  })

const total = (asked: ReadonlyArray<Asked>): Pick<Asked, "inputTokens" | "labelMass"> => ({
  inputTokens: asked.reduce((sum, { inputTokens }) => sum + inputTokens, 0),
  labelMass: Math.min(...asked.map(({ labelMass }) => labelMass))
})

/** Weighs all options of a question. `inputTokens` are those of all its calls, `labelMass` is the least. */
export const makeWeighQuestion = (askOnce: AskOnce, readout: Readout, concurrency: number) => {
  /** A call in each order, with the weights back in the order of the selection. */
  const inOrders = Effect.fnUntraced(function* (ask: Ask, { none = false, options }: Selection) {
    const asked = yield* firstAlone(
      ordersOf(ask.type, options.length, readout),
      concurrency,
      Effect.fnUntraced(function* (order) {
        const one = yield* askOnce(ask, { none, options: order.map((place) => options[place] ?? 0) })
        const weights = [...one.weights]
        for (const [at, place] of order.entries()) weights[place] = one.weights[at] ?? -Infinity
        return { ...one, weights }
      })
    )
    return { ...total(asked), weights: geometricMean(asked.map(({ weights }) => weights)) }
  })

  const inGroups = Effect.fnUntraced(function* (ask: Ask) {
    const count = ask.options.length
    const groups = groupsOf(count)
    const asked = yield* firstAlone(groups, concurrency, (options) => inOrders(ask, { options, none: true }))
    const shares = groupShares(
      count,
      groups,
      asked.map(({ weights }) => weights)
    )
    const options = finalistsOf(shares)
    const final = yield* inOrders(ask, { options })
    yield* addNotice("options-in-rounds")
    return { ...total([...asked, final]), weights: combine(shares, options, final.weights) }
  })

  return (ask: Ask): Weighed =>
    ask.options.length > maxOptions ? inGroups(ask) : inOrders(ask, { options: indexes(ask.options.length) })
}
