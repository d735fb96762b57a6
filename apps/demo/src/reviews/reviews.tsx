// The page of reviews: takes one after the other, labels by keys 1 to 9, and shows the answers only after that.
import { render } from "preact"
import { useEffect, useLayoutEffect, useState } from "preact/hooks"
import { about, call, problemFrom } from "../page/api.ts"
import type { Problem } from "../protocol.ts"
import { choiceOfKey, choicesOf, type Label } from "./questionChoices.ts"
import { Answers, type Labelled, type Labels, QuestionView, State, type Taken } from "./ReviewParts.tsx"

type Step =
  | { readonly is: "ready" | "working" | "none" }
  | { readonly is: "labelling"; readonly review: Taken }
  | { readonly is: "labelled"; readonly done: Labelled }

const send = async <A,>(...[operation, request]: Parameters<typeof call>): Promise<A> =>
  (await call<A>(operation, request)()).data

/** Takes an open review of the first page, the oldest first; where somebody else was faster, the next one. */
const takeOne = async (): Promise<Taken | undefined> => {
  const { reviews } = await send<{ readonly reviews: ReadonlyArray<Taken> }>("reviews.list", { limit: 50 })
  for (const { review_id } of reviews.toReversed()) {
    try {
      return await send<Taken>("reviews.take", { review_id })
    } catch (error) {
      if (!["ConflictError", "NotFoundError"].includes(problemFrom(error)._tag)) throw error
    }
  }
  return undefined
}

const Page = () => {
  const [step, setStep] = useState<Step>({ is: "ready" })
  const [labels, setLabels] = useState<Labels>({})
  const [active, setActive] = useState(0)
  const [problem, setProblem] = useState<Problem>()
  const [hasExamples, setHasExamples] = useState(false)
  const [count, setCount] = useState(0)
  useEffect(
    () =>
      void about().then(
        ({ baseUrl }) => setHasExamples(baseUrl === undefined),
        () => undefined
      ),
    []
  )

  /** Goes from one step to the next; where that fails, the first stays. */
  const go = (from: Step, make: () => Promise<Step>) => {
    setProblem(undefined)
    setStep({ is: "working" })
    make().then(setStep, (error: unknown) => {
      setProblem(problemFrom(error))
      setStep(from)
    })
  }

  const next = () =>
    go({ is: "ready" }, async () => {
      const review = await takeOne()
      setLabels({})
      setActive(0)
      return review === undefined ? { is: "none" } : { is: "labelling", review }
    })

  const addExamples = () =>
    go({ is: "ready" }, async () => {
      await send("reviews.example", {})
      return { is: "ready" }
    })

  const review = step.is === "labelling" ? step.review : undefined
  const names = Object.keys(review?.questions ?? {})
  const hasLabel = Object.keys(labels).length > 0

  const choose = (at: number, label: Label) => {
    const chosen = { ...labels, [names[at] ?? ""]: label }
    setLabels(chosen)
    const open = names.findIndex((name) => !Object.hasOwn(chosen, name))
    setActive(open === -1 ? at : open)
  }

  const save = () => {
    if (review === undefined || !hasLabel) return
    const { lease, review_id } = review
    go({ is: "labelling", review }, async () => {
      const done = await send<Labelled>("reviews.label", { review_id, lease, labels })
      setCount((before) => before + 1)
      return { is: "labelled", done }
    })
  }

  const skip = () => {
    if (review === undefined) return
    const { lease, review_id } = review
    go({ is: "labelling", review }, async () => {
      await send("reviews.skip", { review_id, lease })
      return { is: "ready" }
    })
  }

  // At once after each change: the next key may be pressed before the window is painted.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const question = review?.questions[names[active] ?? ""]
      const choice = question && choiceOfKey(event.key, choicesOf(question))
      if (choice !== undefined) {
        event.preventDefault()
        return choose(active, choice.label)
      }
      // A button that has focus is pressed by Enter itself.
      if (event.key !== "Enter" || event.target instanceof HTMLButtonElement) return
      if (review !== undefined) save()
      else if (step.is !== "working") next()
    }
    addEventListener("keydown", press)
    return () => removeEventListener("keydown", press)
  })

  return (
    <>
      <h1>Reviews</h1>
      <p class="hint" role="status">
        {step.is === "working"
          ? "Loading ..."
          : step.is === "none"
            ? "No review is open."
            : review === undefined
              ? `${count} labelled on this page.`
              : `${review.policy}. Keys 1 to 9 choose, Enter saves. The answer is shown after that.`}
      </p>
      {problem === undefined ? null : (
        <p class="problem" role="alert" data-problem={problem._tag}>
          {problem.message}
        </p>
      )}
      {review === undefined ? null : (
        <>
          <State review={review} />
          {names.map((name, at) => {
            const question = review.questions[name]
            return question === undefined ? null : (
              <QuestionView
                key={name}
                name={name}
                question={question}
                label={labels[name]}
                isActive={at === active}
                choose={(label) => choose(at, label)}
              />
            )
          })}
        </>
      )}
      {step.is === "labelled" ? <Answers done={step.done} /> : null}
      <div class="actions">
        {review === undefined ? (
          <button class="main" type="button" aria-disabled={step.is === "working"} onClick={next}>
            Next review <kbd>Enter</kbd>
          </button>
        ) : (
          <>
            <button class="main" type="button" aria-disabled={!hasLabel} onClick={save}>
              Save <kbd>Enter</kbd>
            </button>
            <button type="button" onClick={skip}>
              Skip
            </button>
          </>
        )}
        {hasExamples && review === undefined ? (
          <button type="button" onClick={addExamples}>
            Add examples
          </button>
        ) : null}
      </div>
    </>
  )
}

const place = document.getElementById("app")
if (place !== null) {
  place.replaceChildren()
  render(<Page />, place)
}
