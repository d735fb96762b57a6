// The decisions tab: a state, questions, and answers as probabilities.
// Source: §2.1, §2.2, §2.3.
import { useState } from "preact/hooks"
import type { DecisionsResponse } from "@leadline/core/decisions"
import { Answers } from "../decide/Answers.tsx"
import { type Asked, Questions, toQuestions } from "../decide/Questions.tsx"
import { type State, StateInput, toState } from "../decide/StateInput.tsx"
import { CodeView } from "../parts/CodeView.tsx"
import { HeadView } from "../parts/HeadView.tsx"
import { ProblemView } from "../parts/ProblemView.tsx"
import { call } from "../server.ts"
import { useCall } from "../useCall.ts"

const example: State = {
  kind: "text",
  text: "Hi, I was charged twice for March and nobody answers my mails. Please pay the second charge back, today.",
  images: []
}

const asked: ReadonlyArray<Asked> = [
  { type: "noul", name: "refund", instructions: "Does the writer ask for money back?", options: "" },
  {
    type: "choice",
    name: "team",
    instructions: "Who should answer?",
    options: "billing: Invoices and refunds\ntechnical: Bugs and outages\nsales: New orders"
  },
  { type: "score", name: "mood", instructions: "How angry is the writer?", options: "calm\nannoyed\nfurious" }
]

/** Decisions, tried. */
export const Decide = () => {
  const [state, setState] = useState(example)
  const [questions, setQuestions] = useState(asked)
  const { start, state: known, stop } = useCall<DecisionsResponse>()
  const told = toState(state)
  const request = {
    model: "decider-27b",
    state: "value" in told ? told.value : "",
    questions: toQuestions(questions)
  }
  const submit = (event: Event) => {
    event.preventDefault()
    if ("value" in told) void start((signal) => call("decisions.create", request, signal))
  }
  return (
    <form class="split" onSubmit={submit}>
      <div>
        <h2>State and questions</h2>
        <StateInput state={state} set={setState} problem={"problem" in told ? told.problem : undefined} />
        <Questions questions={questions} set={setQuestions} />
        <div class="row">
          <button class="main" type="submit" disabled={known.is === "running" || "problem" in told}>
            Decide
          </button>
          {known.is === "running" ? (
            <button type="button" onClick={stop}>
              Stop
            </button>
          ) : null}
        </div>
        <CodeView shown={{ operation: "decisions.create", method: "POST", path: "/v1/decisions", request }} />
      </div>
      <div aria-live="polite" aria-busy={known.is === "running"}>
        <h2>Answers</h2>
        {known.is === "idle" ? (
          <p class="hint">Press Decide: each question gets an answer of its kind.</p>
        ) : null}
        {known.is === "running" ? <p class="hint">Deciding ...</p> : null}
        {known.is === "failed" ? <ProblemView problem={known.problem} /> : null}
        {known.is === "answered" ? (
          <>
            <Answers answers={known.data.answers} />
            <HeadView head={known.head} facts={[["input tokens", `${known.data.usage.input_tokens}`]]} />
          </>
        ) : null}
      </div>
    </form>
  )
}
