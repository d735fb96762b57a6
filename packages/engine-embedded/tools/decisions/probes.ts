// Generates probes: short texts with numbers, dates, roles, conditions, opposites and records, each with a yes-or-no question.
import { numberProbes } from "./numberProbes.ts"
import type { Probe } from "./probe.ts"
import { drawFrom } from "./random.ts"
import { recordProbes } from "./recordProbes.ts"
import { statementProbes } from "./statementProbes.ts"

export type { Probe } from "./probe.ts"

/** Probes of each family, by a seed. */
export const probes = (perFamily: number, seed = 7): ReadonlyArray<Probe> =>
  Object.entries({ ...numberProbes, ...statementProbes, ...recordProbes }).flatMap(
    ([family, makeOne], at) => {
      const draw = drawFrom(seed * 1_000 + at)
      return Array.from({ length: perFamily }, () => ({ family, ...makeOne(draw) }))
    }
  )
