// What a policy makes of answers: whatever differs from what it was fitted on goes to review.
import {
  isRoundedAlike,
  type Judged,
  type Policy,
  type QuestionResult,
  type ReviewReason,
  statedProbability,
  toProbabilities,
  classesOf
} from "@leadline/core/policies"
import { applyCalibration, isActedUpon } from "@leadline/evaluation"
import type { Judge } from "@leadline/store-sql"
import { questionsHash } from "./policyFile.ts"

/** What differs from what a policy was fitted on; undefined: nothing. */
const differenceOf = (policy: Policy, { decimals, model, questions }: Judged): ReviewReason | undefined => {
  if (policy.questionsHash !== questionsHash(questions)) return "questions_changed"
  if (policy.answeredBy.model !== model) return "model_changed"
  return isRoundedAlike(policy.answeredBy.decimals, decimals) ? undefined : "rounding_changed"
}

const judgeQuestion = (
  policy: Policy,
  { answers, questions }: Judged,
  name: string,
  difference: ReviewReason | undefined
): QuestionResult => {
  const [question, answer] = [questions[name], answers[name]]
  const fitted = Object.hasOwn(policy.questions, name) ? policy.questions[name] : undefined
  const review = (reason: ReviewReason) =>
    ({
      action: "review",
      reason,
      probability: statedProbability(answer),
      calibrated: null,
      threshold: null
    }) as const
  if (fitted === undefined || question === undefined || answer === undefined) {
    return review("unknown_question")
  }
  if (difference !== undefined) return review(difference)
  const stated = toProbabilities(question, answer)
  const named = classesOf(question)[stated.answer] ?? ""
  const probability = stated.p[stated.answer] ?? 0
  const { calibration, thresholds } = fitted
  const threshold = thresholds.find((one) => one.answer === null || one.answer === named)?.from ?? null
  const isActed = isActedUpon(thresholds, named, probability)
  return {
    action: isActed ? "act" : "review",
    reason: isActed ? null : threshold === null ? "no_threshold" : "below_threshold",
    probability,
    calibrated: calibration === null ? null : applyCalibration(calibration, stated.p, stated.answer),
    threshold
  }
}

/** Judges answers by a policy. */
export const judge: Judge = (policy) => (judged) => {
  const difference = differenceOf(policy, judged)
  return Object.fromEntries(
    Object.keys(judged.questions).map((name) => [name, judgeQuestion(policy, judged, name, difference)])
  )
}
