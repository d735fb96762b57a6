// Answers as bars, each with the verdict of two thresholds: act, review or escalate.
// Source: §2.3; Assumed: ours for the thresholds.
import type { AnswerOf, Question } from "@leadline/core/decisions"
import { Field } from "../parts/Fields.tsx"
import { percent } from "../text.ts"
import { useForm } from "../useForm.ts"

type Answer = AnswerOf<Question>

/** How sure an answer is, 0 to 1. For yes/no it is the probability of the likelier answer. */
const sureness = (answer: Answer): number =>
  answer.type === "noul" ? Math.max(answer.noul, 1 - answer.noul) : answer.confidence

const verdicts = {
  act: "confident enough to act automatically",
  review: "a person should review it",
  escalate: "not confident enough, a person should decide"
} as const

const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value))

const summaryOf = (answer: Answer): string => {
  if (answer.type === "noul") return answer.noul >= 0.5 ? "yes" : "no"
  if (answer.type === "choice") return answer.choice
  return `${answer.score.toFixed(2)} of ${Object.keys(answer.legend).length - 1}`
}

const barsOf = (answer: Answer): ReadonlyArray<readonly [string, number]> => {
  if (answer.type === "noul") {
    return [
      ["yes", answer.noul],
      ["no", 1 - answer.noul]
    ]
  }
  const legend: { readonly [level: string]: unknown } = answer.type === "score" ? answer.legend : {}
  return Object.entries(answer.probabilities).map(([name, value]) => [
    answer.type === "score" ? `${name}: ${textOf(legend[name])}` : name,
    value
  ])
}

const slider = { type: "range", min: 0, max: 1, step: 0.01 } as const

/** All answers under their names. */
export const Answers = ({ answers }: { readonly answers: { readonly [name: string]: Answer } }) => {
  const { change, form } = useForm("thresholds", { act: 0.8, review: 0.6 })
  return (
    <>
      <div class="pair">
        <Field
          id="threshold"
          label={`Act at ${percent(form.act)} or more`}
          hint="Answers this confident need no review."
          {...slider}
          aria-valuetext={percent(form.act)}
          value={`${form.act}`}
          set={(act) => change({ act: Number(act), review: Math.min(form.review, Number(act)) })}
        />
        <Field
          id="threshold-review"
          label={`Review at ${percent(form.review)} or more`}
          hint="Anything lower is escalated."
          {...slider}
          aria-valuetext={percent(form.review)}
          value={`${form.review}`}
          set={(review) => change({ act: Math.max(form.act, Number(review)), review: Number(review) })}
        />
      </div>
      {Object.entries(answers).map(([name, answer]) => {
        const sure = sureness(answer)
        const verdict = sure >= form.act ? "act" : sure >= form.review ? "review" : "escalate"
        return (
          <section key={name} aria-label={`Answer ${name}`} class="entry">
            <h3 class="row">
              <span>
                {name}: {summaryOf(answer)}
              </span>{" "}
              <span class={`tag ${verdict}`}>{verdict}</span>
            </h3>
            <p class="hint">
              {answer.type === "noul" ? "Certainty" : "Confidence"} {percent(sure)}: {verdicts[verdict]}
            </p>
            <ul class="plain bars">
              {barsOf(answer).map(([bar, value]) => (
                <li key={bar}>
                  <span>{bar}</span>
                  <svg width="100%" height="14" aria-hidden="true">
                    <rect width={percent(value, 1)} height="14" />
                  </svg>
                  <span>{percent(value, 1)}</span>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </>
  )
}
