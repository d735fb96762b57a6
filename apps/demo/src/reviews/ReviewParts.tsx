// The parts of a review on the page: its state, its questions, and the answers after it is labelled.
import type { AnswerOf, Question } from "@leadline/core/decisions"
import { useEffect, useRef } from "preact/hooks"
import { answered, choicesOf, imagesOf, type Label, labelText, textOf } from "./questionChoices.ts"

type Questions = { readonly [name: string]: Question }
/** Labels by question. */
export type Labels = { readonly [name: string]: Label }

/** A review that was taken. */
export interface Taken {
  readonly review_id: string
  readonly request_id: string
  readonly policy: string
  readonly lease: string
  readonly state?: unknown
  readonly questions: Questions
}

/** A review that was labelled. */
export interface Labelled {
  readonly labels: Labels
  readonly answers: { readonly [name: string]: AnswerOf<Question> }
  readonly action: string
}

/** The state of a review, with its images. */
export const State = ({ review }: { readonly review: Taken }) => {
  if (!("state" in review)) {
    return (
      <p class="state">The state is not kept. Look for request {review.request_id} in your own system.</p>
    )
  }
  const { images, text } = imagesOf(review.state)
  return (
    <div class="state" tabIndex={0} role="region" aria-label="State">
      {text}
      {images.map((url, at) => (
        <img key={url} src={url} alt={`image ${at + 1}`} />
      ))}
    </div>
  )
}

/** A question with its choices. */
export const QuestionView = ({
  choose,
  isActive,
  label,
  name,
  question
}: {
  readonly name: string
  readonly question: Question
  readonly label: Label | undefined
  readonly isActive: boolean
  readonly choose: (label: Label) => void
}) => {
  const place = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    if (isActive) place.current?.scrollIntoView({ block: "nearest" })
  }, [isActive])
  return (
    <fieldset ref={place} data-active={isActive}>
      <legend>{name}</legend>
      {question.instructions === undefined || question.instructions === null ? null : (
        <p class="instructions">{textOf(question.instructions)}</p>
      )}
      <div class="options">
        {choicesOf(question).map((choice, at) => (
          <button
            key={choice.text}
            type="button"
            aria-pressed={choice.label === label}
            onClick={() => choose(choice.label)}
          >
            {at < 9 ? <kbd>{at + 1}</kbd> : null} {choice.text}
          </button>
        ))}
      </div>
    </fieldset>
  )
}

const percent = (p: number) => `${(100 * p).toFixed(1)} %`

/** Shows the answers of the model next to the labels. */
export const Answers = ({ done: { action, answers, labels } }: { readonly done: Labelled }) => (
  <>
    <h2>{action === "act" ? "The policy acted upon this row" : "The policy left this row to you"}</h2>
    {Object.entries(labels).map(([name, label]) => {
      const answer = answers[name]
      if (answer === undefined) return null
      const model = answered(answer)
      return (
        <section key={name} class="answer" aria-label={name}>
          <p>
            <strong>{name}</strong>: you said {labelText(label)}, the model {labelText(model.label)} with{" "}
            {percent(model.p)}. {model.label === label ? "You agree." : "You differ."}
          </p>
        </section>
      )
    })}
  </>
)
