// Input for the questions of a decision: yes/no, choice, score. Options are lines, as "name: description".
// Source: §2.2.

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
  const at = line.indexOf(":")
  return at < 0 ? [line, null] : [line.slice(0, at).trim(), line.slice(at + 1).trim() || null]
}

const toQuestion = ({ instructions, options, type }: QuestionInput) => {
  const common = instructions === "" ? {} : { instructions }
  if (type === "noul") return { type, ...common }
  if (type === "score") return { type, ...common, criteria: linesOf(options) }
  return { type, ...common, criteria: Object.fromEntries(linesOf(options).map(option)) }
}

/** The questions of the request. */
export const toQuestions = (questions: ReadonlyArray<QuestionInput>) =>
  Object.fromEntries(questions.map((asked) => [asked.name, toQuestion(asked)]))

/** Why the questions cannot be sent: answers are keyed by name, so names must differ. */
export const problemOf = (questions: ReadonlyArray<QuestionInput>): string | undefined => {
  const names = questions.map(({ name }) => name)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  return twice === undefined ? undefined : `Two questions are named "${twice}". Names must be unique.`
}

const kinds = { noul: "Yes/no", choice: "Choice", score: "Score" } as const

const added: { readonly [Type in QuestionInput["type"]]: Omit<QuestionInput, "name"> } = {
  noul: { type: "noul", instructions: "", options: "" },
  choice: { type: "choice", instructions: "", options: "first\nsecond" },
  score: { type: "score", instructions: "", options: "low\nhigh" }
}

const Question = ({
  asked: { instructions, name, options, type },
  at,
  change,
  remove
}: {
  readonly asked: QuestionInput
  readonly at: number
  readonly change: (changed: Partial<QuestionInput>) => void
  readonly remove: (() => void) | undefined
}) => (
  <fieldset>
    <legend>
      {kinds[type]}
      {name === "" ? "" : `: ${name}`}
    </legend>
    <div class="row ends">
      <div class="grow">
        <label for={`name-${at}`}>Answer name</label>
        <input
          id={`name-${at}`}
          class="wide"
          required
          value={name}
          onInput={({ currentTarget }) => change({ name: currentTarget.value })}
        />
      </div>
      {remove === undefined ? null : (
        <button type="button" aria-label={`Remove question ${name}`} onClick={remove}>
          Remove
        </button>
      )}
    </div>
    <label for={`instructions-${at}`}>{type === "noul" ? "Question" : "Question (optional)"}</label>
    <input
      id={`instructions-${at}`}
      class="wide"
      required={type === "noul"}
      value={instructions}
      onInput={({ currentTarget }) => change({ instructions: currentTarget.value })}
    />
    {type === "noul" ? null : (
      <>
        <label for={`options-${at}`}>
          {type === "choice"
            ? "Options, one per line, as name: description"
            : "Levels, one per line, lowest first"}
        </label>
        <textarea
          id={`options-${at}`}
          required
          rows={3}
          value={options}
          onInput={({ currentTarget }) => change({ options: currentTarget.value })}
        />
      </>
    )}
  </fieldset>
)

/** All questions, to change, remove and add. */
export const Questions = ({
  questions,
  set
}: {
  readonly questions: ReadonlyArray<QuestionInput>
  readonly set: (change: (before: ReadonlyArray<QuestionInput>) => ReadonlyArray<QuestionInput>) => void
}) => {
  const add = (type: QuestionInput["type"]) =>
    set((before) => {
      const names = new Set(before.map(({ name }) => name))
      let count = before.length + 1
      while (names.has(`question_${count}`)) count++
      return [...before, { ...added[type], name: `question_${count}` }]
    })
  return (
    <>
      {questions.map((asked, at) => (
        <Question
          key={at}
          asked={asked}
          at={at}
          change={(changed) =>
            set((before) => before.map((one, other) => (other === at ? { ...one, ...changed } : one)))
          }
          remove={
            questions.length === 1
              ? undefined
              : () => {
                  set((before) => before.filter((_, other) => other !== at))
                  document.getElementById("add-noul")?.focus()
                }
          }
        />
      ))}
      <div class="row" role="group" aria-label="Add a question">
        {(["noul", "choice", "score"] as const).map((type) => (
          <button key={type} id={`add-${type}`} type="button" onClick={() => add(type)}>
            Add {kinds[type].toLowerCase()}
          </button>
        ))}
      </div>
    </>
  )
}
