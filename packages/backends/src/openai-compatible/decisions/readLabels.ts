// From the tokens that a model server reports to one log-weight per label. Pure.
// Assumed: ours.
import { leastLabelMass } from "../../decisions/labelMass.ts"
import type { FaultName } from "./faults.ts"
import { labelOfToken, type LabelSet } from "./labels.ts"

/** A token that could come next, and its natural log-probability. */
export interface ReportedToken {
  readonly token: string
  readonly logprob: number
}

/** Weights of the labels, and how much of the model's probability fell on them. */
export interface LabelWeights {
  readonly weights: ReadonlyArray<number>
  /** 0 to 1. */
  readonly labelMass: number
  /** How far a probability may be off, because tokens of the labels are not among those reported; 0 to 1. */
  readonly uncertainty: number
}

/** Tokens by which a vocabulary may write a label: alone, after a blank, after a quotation mark and so on. */
const tokensOfLabel = 8

/** Log-probabilities from here down are placeholders of servers: the token counts as absent. */
const absent = -1000

const sum = (values: ReadonlyArray<number>): number => values.reduce((total, value) => total + value, 0)

/** The tokens that count, or what is wrong with the list. */
export const checkTokens = (
  reported: ReadonlyArray<ReportedToken>
): ReadonlyArray<ReportedToken> | FaultName => {
  const present = reported.filter(({ logprob }) => logprob > absent)
  if (present.length < 2) return reported.length === 0 ? "logprobs-missing" : "too-few-alternatives"
  const first = present[0]?.logprob
  if (present.length > 2 && present.every(({ logprob }) => logprob === first)) return "logprobs-placeholders"
  const total = sum(present.map(({ logprob }) => Math.exp(logprob)))
  return total > 1.001 ? "logprobs-malformed" : present
}

/** The probability of each label: the sum of its tokens. */
const labelProbabilities = (set: LabelSet, tokens: ReadonlyArray<ReportedToken>): ReadonlyArray<number> => {
  const found = set.labels.map(() => 0)
  for (const { logprob, token } of tokens) {
    const label = labelOfToken(set, token)
    if (label !== -1) found[label] = (found[label] ?? 0) + Math.exp(logprob)
  }
  return found
}

/**
 * One weight per label. A label that the server does not report is less likely than all that it does: it gets the most
 * that it can have, which is not nothing.
 */
export const readLabels = (
  set: LabelSet,
  reported: ReadonlyArray<ReportedToken>
): LabelWeights | FaultName => {
  const tokens = checkTokens(reported)
  if (typeof tokens === "string") return tokens
  const found = labelProbabilities(set, tokens)
  const labelMass = sum(found)
  if (!(labelMass >= leastLabelMass)) return "labels-missing"
  const all = tokens.map(({ logprob }) => Math.exp(logprob))
  const smallest = Math.min(...all)
  const unreported = Math.max(1 - sum(all), 1e-12)
  const missing = found.filter((p) => p === 0).length
  const bound = Math.min(smallest, unreported / missing)
  // A token that is not reported is at most as likely as the last one that is.
  const unseen = Math.min(unreported, found.length * tokensOfLabel * smallest)
  return {
    weights: found.map((p) => Math.log(p === 0 ? bound : p)),
    labelMass,
    uncertainty: unseen / (labelMass + unseen)
  }
}

/** The same where the server reports the tokens of all labels by their ids: `ids` has those of each label. */
export const readIds = (
  ids: ReadonlyArray<ReadonlyArray<number>>,
  reported: ReadonlyArray<ReportedToken>
): LabelWeights | FaultName => {
  const tokens = checkTokens(reported)
  if (typeof tokens === "string") return tokens
  const byId = new Map(
    tokens.map(({ logprob, token }) => [token.replace(/^token_id:/, ""), Math.exp(logprob)])
  )
  if (ids.some((own) => !own.some((id) => byId.has(String(id))))) return "ids-ignored"
  const found = ids.map((own) => sum(own.map((id) => byId.get(String(id)) ?? 0)))
  const labelMass = sum(found)
  return labelMass >= leastLabelMass
    ? { weights: found.map((p) => Math.log(p)), labelMass, uncertainty: 0 }
    : "labels-missing"
}
