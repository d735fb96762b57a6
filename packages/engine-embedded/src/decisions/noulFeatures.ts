// Features of a yes-or-no question.
import type { Ask } from "@leadline/core/decisions"
import { parseClaim } from "./hypothesis.ts"
import { flattened } from "../text/flattenJson.ts"
import { match, support } from "./match.ts"
import type { Steps } from "../scheduling/timeSlicer.ts"
import type { Row, Setting } from "./context.ts"

/** How the state bears a claim out. All are 0 when nothing at all was found, or no number for the claim's bound. */
const claimRow = function* ({ board, evidence, lexicon }: Setting, text: string): Steps<Row> {
  const claim = parseClaim(lexicon, text)
  const m = yield* match(claim, evidence, board)
  // A claim with a bound is decided by its number, every other claim by its words.
  const plain = claim.bound === undefined && m.spread > 0 ? 1 : 0
  const bounded = m.measured > 0 ? 1 : 0
  return {
    exact: m.exact * plain,
    key: m.key * (1 - 2 * m.turned) * plain,
    missing: m.missing * plain,
    support: support(m) * plain,
    vote: m.vote * m.coverage * plain,
    trailed: m.trailed * m.coverage * plain,
    asked: m.asked * plain,
    mood: claim.bound === undefined ? claim.valence * evidence.signs.valence : 0,
    number: m.number,
    numberMeasured: m.number * m.measured,
    measured: m.measured,
    boundedCoverage: m.coverage * bounded
  }
}

const add = (left: Row, right: Row): Row =>
  Object.fromEntries(Object.entries(left).map(([name, value]) => [name, value + (right[name] ?? 0)]))

/** Yes carries the instructions and what yes means, no carries what no means: exchanging the two negates. */
export const noulRows = function* (setting: Setting, ask: Ask): Steps<ReadonlyArray<Row>> {
  const [yes, no] = ask.options
  const asked = yield* claimRow(setting, yield* flattened(ask.instructions))
  const meant = yield* claimRow(setting, yield* flattened(yes?.description ?? null))
  return [add(asked, meant), yield* claimRow(setting, yield* flattened(no?.description ?? null))]
}
