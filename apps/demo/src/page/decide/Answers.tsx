// Answers as bars, each with the verdict of two thresholds: act, review or escalate.
// Source: §2.3; Assumed: ours for the thresholds.
import type { AnswerOf, Question } from "@leadline/core/decisions"
import { Bars } from "../components/Bars.tsx"
import { useSessionState } from "../useSessionState.ts"

type Answer = AnswerOf<Question>

/** How sure an answer is, 0 to 1. For yes/no it is the probability of the likelier answer. */
const sureness = (answer: Answer): number =>
  answer.type === "noul" ? Math.max(answer.noul, 1 - answer.noul) : answer.confidence

const verdicts = {
  act: "confident enough to act automatically",
  review: "a person should review it",
  escalate: "not confident enough, a person should decide"
} as const

interface Thresholds {
  readonly act: number
  readonly review: number
}

const verdictOf = (sure: number, { act, review }: Thresholds): keyof typeof verdicts =>
  sure >= act ? "act" : sure >= review ? "review" : "escalate"

const percent = (part: number): string => `${Math.round(part * 100)}%`

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

const Slider = ({
  hint,
  id,
  label,
  set,
  value
}: {
  readonly id: string
  readonly label: string
  readonly hint: string
  readonly value: number
  readonly set: (value: number) => void
}) => (
  <div class="field">
    <label for={id}>
      {label} {percent(value)} or more
    </label>
    <input
      id={id}
      type="range"
      min="0"
      max="1"
      step="0.01"
      value={value}
      aria-valuetext={percent(value)}
      aria-describedby={`${id}-hint`}
      onInput={({ currentTarget }) => set(Number(currentTarget.value))}
    />
    <p id={`${id}-hint`} class="hint">
      {hint}
    </p>
  </div>
)

/** All answers under their names. */
export const Answers = ({ answers }: { readonly answers: { readonly [name: string]: Answer } }) => {
  const [thresholds, setThresholds] = useSessionState("thresholds", { act: 0.8, review: 0.6 })
  const { act, review } = thresholds
  return (
    <>
      <div class="pair">
        <Slider
          id="threshold"
          label="Act at"
          hint="Answers this confident need no review."
          value={act}
          set={(chosen) => setThresholds({ act: chosen, review: Math.min(review, chosen) })}
        />
        <Slider
          id="threshold-review"
          label="Review at"
          hint="Anything lower is escalated."
          value={review}
          set={(chosen) => setThresholds({ act: Math.max(act, chosen), review: chosen })}
        />
      </div>
      {Object.entries(answers).map(([name, answer]) => {
        const sure = sureness(answer)
        const verdict = verdictOf(sure, thresholds)
        return (
          <section key={name} aria-label={`Answer ${name}`} data-answer={name} class="reply">
            <div class="row">
              <h3>
                {name}: {summaryOf(answer)}
              </h3>
              <span class={`tag ${verdict}`} data-verdict={verdict}>
                {verdict}
              </span>
            </div>
            <p class="hint">
              {answer.type === "noul" ? "Certainty" : "Confidence"} {percent(sure)}: {verdicts[verdict]}
            </p>
            <Bars bars={barsOf(answer)} />
          </section>
        )
      })}
    </>
  )
}
