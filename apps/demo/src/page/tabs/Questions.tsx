// Input for the questions of a decision: yes/no, choice, score. Options are lines, as "name: description".
// Source: §2.2.
import { useState } from "preact/hooks"
import { Field } from "../parts/Fields.tsx"

/** A question in the form. */
export interface QuestionInput {
  readonly type: "noul" | "choice" | "score"
  readonly name: string
  readonly instructions: string
  /** Options or levels, one per line. Empty for yes/no. */
  readonly options: string
}

const linesOf = (text: string): ReadonlyArray<string> =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")

const option = (line: string): readonly [string, string | null] => {
  const [, name = "", description = ""] = /^([^:]*):?(.*)$/.exec(line) ?? []
  return [name.trim(), description.trim() || null]
}

const toQuestion = ({ instructions, options, type }: QuestionInput) => ({
  type,
  ...(instructions !== "" && { instructions }),
  ...(type === "score" && { criteria: linesOf(options) }),
  ...(type === "choice" && { criteria: Object.fromEntries(linesOf(options).map(option)) })
})

/** The questions of the request. */
export const toQuestions = (questions: ReadonlyArray<QuestionInput>) =>
  Object.fromEntries(questions.map((asked) => [asked.name, toQuestion(asked)]))

/** Why the questions cannot be sent: answers are keyed by name, so names must differ. */
export const problemOf = (questions: ReadonlyArray<QuestionInput>): string | undefined => {
  const names = questions.map(({ name }) => name)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  return twice === undefined ? undefined : `Two questions are named "${twice}". Names must be unique.`
}

const kinds = {
  noul: { title: "Yes/no", options: "", label: "" },
  choice: {
    title: "Choice",
    options: "first\nsecond",
    label: "Options, one per line, as name: description"
  },
  score: { title: "Score", options: "low\nhigh", label: "Levels, one per line, lowest first" }
}

/** All questions, to change, remove and add. A new one is open. */
export const Questions = ({
  questions,
  set
}: {
  readonly questions: ReadonlyArray<QuestionInput>
  readonly set: (questions: ReadonlyArray<QuestionInput>) => void
}) => {
  const [opened, setOpened] = useState(-1)
  const field = (at: number, key: "name" | "instructions" | "options") => ({
    id: `${key}-${at}`,
    value: questions[at]?.[key] ?? "",
    set: (value: string) =>
      set(questions.map((one, other) => (other === at ? { ...one, [key]: value } : one)))
  })
  const add = (type: QuestionInput["type"]) => {
    let count = questions.length + 1
    while (questions.some(({ name }) => name === `question_${count}`)) count++
    setOpened(questions.length)
    set([...questions, { type, name: `question_${count}`, instructions: "", options: kinds[type].options }])
  }
  return (
    <>
      {questions.map(({ instructions, name, type }, at) => (
        <details
          key={at}
          open={at === opened}
          onInvalidCapture={({ currentTarget }) => {
            currentTarget.open = true
          }}
        >
          <summary>
            {kinds[type].title}: {instructions || name}
          </summary>
          <Field {...field(at, "name")} label="Answer name" required />
          <Field
            {...field(at, "instructions")}
            label={type === "noul" ? "Question" : "Question (optional)"}
            required={type === "noul"}
          />
          {type !== "noul" && <Field {...field(at, "options")} label={kinds[type].label} rows={3} required />}
          {questions.length > 1 && (
            <button
              type="button"
              aria-label={`Remove question ${name}`}
              onClick={() => {
                set(questions.toSpliced(at, 1))
                document.getElementById("add-noul")?.focus()
              }}
            >
              Remove
            </button>
          )}
        </details>
      ))}
      <div class="row" role="group" aria-label="Add a question">
        {(["noul", "choice", "score"] as const).map((type) => (
          <button key={type} id={`add-${type}`} type="button" onClick={() => add(type)}>
            Add {kinds[type].title.toLowerCase()}
          </button>
        ))}
      </div>
    </>
  )
}
