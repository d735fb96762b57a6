// Generates probes: short texts with numbers, dates, roles, conditions, directions and records, each with a yes-or-no question.
import { directionProbes } from "./directionProbes.ts"
import { numberProbes } from "./numberProbes.ts"
import type { Probe } from "./probe.ts"
import { drawFrom } from "./random.ts"
import { recordProbes } from "./recordProbes.ts"
import { statementProbes } from "./statementProbes.ts"

/** Probes of each family, by a seed. */
export const probes = (perFamily: number, seed = 7): ReadonlyArray<Probe> =>
  Object.entries({ ...numberProbes, ...statementProbes, ...directionProbes, ...recordProbes }).flatMap(
    ([family, makeOne], at) => {
      const draw = drawFrom(seed * 1_000 + at)
      return Array.from({ length: perFamily }, () => ({ family, ...makeOne(draw) }))
    }
  )
