// Asks an engine the questions of probes, and counts right, unsure and wrong answers by family.
import type { Weigher } from "@leadline/core/decisions"
import { probabilities } from "@leadline/core/decisions"
import * as Effect from "effect/Effect"
import type { Probe } from "./generate/probe.ts"

/** Answers to the probes of one family, as counts. `sure` counts wrong answers above 0.9. */
export interface FamilyFigures {
  readonly family: string
  readonly count: number
  readonly right: number
  readonly unsure: number
  readonly wrong: number
  readonly sure: number
}

/** An answer from 0.3 to 0.7 is unsure; beyond 0.9 or 0.1 it is sure. */
const unsureFrom = 0.3
const sureFrom = 0.9

const judge = ({ gold }: Probe, p: number): "right" | "unsure" | "wrong" | "sure" => {
  if (p >= unsureFrom && p <= 1 - unsureFrom)
    return gold === undefined || p >= 0.5 !== gold ? "unsure" : "right"
  if (gold !== undefined && p >= 0.5 === gold) return "right"
  return Math.max(p, 1 - p) > sureFrom ? "sure" : "wrong"
}

/** Asks all probes; families come in the order of their first probe. */
export const askProbes = Effect.fnUntraced(function* (engine: Weigher, list: ReadonlyArray<Probe>) {
  const counts = new Map<string, { [K in "right" | "unsure" | "wrong" | "sure"]: number }>()
  for (const probe of list) {
    const options = [
      { name: "yes", description: null },
      { name: "no", description: null }
    ]
    const { temperatures, weights } = yield* engine.weigh(probe.state, [
      { type: "noul", instructions: probe.ask, options }
    ])
    const p = probabilities(weights[0] ?? [], temperatures?.[0])?.[0] ?? Number.NaN
    const found = counts.get(probe.family) ?? { right: 0, unsure: 0, wrong: 0, sure: 0 }
    found[judge(probe, p)]++
    counts.set(probe.family, found)
  }
  return [...counts].map(([family, { right, sure, unsure, wrong }]): FamilyFigures => ({
    family,
    count: right + sure + unsure + wrong,
    right,
    unsure,
    wrong: wrong + sure,
    sure
  }))
})

const line = ({ count, family, right, sure, unsure, wrong }: FamilyFigures): string =>
  `| ${family} | ${count} | ${[right, unsure, wrong, sure].map((n) => `${Math.round((100 * n) / count)} %`).join(" | ")} |`

/** The figures as a Markdown table, with a last row for all families. */
export const probeTable = (rows: ReadonlyArray<FamilyFigures>): string => {
  const sum = (key: "count" | "right" | "unsure" | "wrong" | "sure"): number =>
    rows.reduce((total, row) => total + row[key], 0)
  const all: FamilyFigures = {
    family: "all",
    count: sum("count"),
    right: sum("right"),
    unsure: sum("unsure"),
    wrong: sum("wrong"),
    sure: sum("sure")
  }
  return [
    "| Family | Probes | Right | Unsure | Wrong | Wrong above 0.9 |",
    "| --- | --: | --: | --: | --: | --: |",
    ...[...rows, all].map(line)
  ].join("\n")
}
