// Answers as bars, and what a threshold makes of each: act, review, escalate.
// Source: §2.3; Assumed: ours for the thresholds.
import type { AnswerOf, Question } from "@leadline/core/decisions"
import { useState } from "preact/hooks"
import { Bars } from "../parts/Bars.tsx"

type Answer = AnswerOf<Question>

/** How sure an answer is, 0 to 1: of yes or no it is the likelier one. */
const sureness = (answer: Answer): number =>
  answer.type === "noul" ? Math.max(answer.noul, 1 - answer.noul) : answer.confidence

const verdicts = {
  act: "act: sure enough to go on without a person",
  review: "review: let a person look before it counts",
  escalate: "escalate: too unsure, let a person decide"
} as const

const verdictOf = (sure: number, threshold: number): keyof typeof verdicts =>
  sure >= threshold ? "act" : sure >= threshold / 2 ? "review" : "escalate"

const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value))

const summaryOf = (answer: Answer): string => {
  if (answer.type === "noul") return answer.noul >= 0.5 ? "yes" : "no"
  if (answer.type === "choice") return answer.choice
  return `${answer.score.toFixed(2)} of ${Object.keys(answer.legend).length - 1}`
}

const barsOf = (answer: Answer) => {
  if (answer.type === "noul") {
    return [
      { name: "yes", value: answer.noul },
      { name: "no", value: 1 - answer.noul }
    ]
  }
  const entries = Object.entries(answer.probabilities)
  if (answer.type === "choice") return entries.map(([name, value]) => ({ name, value }))
  const legend: { readonly [level: string]: unknown } = answer.legend
  return entries.map(([level, value]) => ({ name: `${level}: ${textOf(legend[level])}`, value }))
}

/** All answers under their names. */
export const Answers = ({ answers }: { readonly answers: { readonly [name: string]: Answer } }) => {
  const [threshold, setThreshold] = useState(0.8)
  return (
    <>
      <label for="threshold">Act from {Math.round(threshold * 100)} % on</label>
      <input
        id="threshold"
        type="range"
        min="0.5"
        max="1"
        step="0.01"
        value={threshold}
        aria-describedby="threshold-hint"
        onInput={({ currentTarget }) => setThreshold(Number(currentTarget.value))}
      />
      <p id="threshold-hint" class="hint">
        Between half of it and it: review. Below: escalate.
      </p>
      {Object.entries(answers).map(([name, answer]) => {
        const sure = sureness(answer)
        const verdict = verdictOf(sure, threshold)
        return (
          <section key={name} aria-label={`Answer ${name}`} data-answer={name}>
            <div class="row">
              <h3>
                {name}: {summaryOf(answer)}
              </h3>
              <span class={`tag ${verdict}`} title={verdicts[verdict]}>
                {verdict}
              </span>
              <span class="hint">
                {answer.type === "noul" ? "sure" : "confidence"} {(sure * 100).toFixed(0)} %
              </span>
            </div>
            <Bars bars={barsOf(answer)} />
          </section>
        )
      })}
    </>
  )
}
