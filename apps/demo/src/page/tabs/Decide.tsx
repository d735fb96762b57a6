// The decisions tab: a state, questions about it, and answers with probabilities.
// Source: §2.1, §2.2, §2.3.
import type { DecisionsResponse } from "@leadline/core/decisions"
import { useAbout } from "../AboutContext.ts"
import { Answers } from "../decide/Answers.tsx"
import { type QuestionInput, problemOf, Questions, toQuestions } from "../decide/Questions.tsx"
import { type State, StateInput, toState } from "../decide/StateInput.tsx"
import { counted, money } from "../format.ts"
import { CodeView } from "../components/CodeView.tsx"
import { ResponseFacts } from "../components/ResponseFacts.tsx"
import { CallResult } from "../components/CallResult.tsx"
import { RunButtons } from "../components/RunButtons.tsx"
import { call } from "../api.ts"
import { useCall } from "../useCall.ts"
import { useSessionState } from "../useSessionState.ts"
import { handleSubmit } from "../handleSubmit.ts"

const example: State = {
  kind: "text",
  text: "Hi, I was charged twice for March and nobody answers my emails. Please pay the second charge back today.",
  images: []
}

const exampleQuestions: ReadonlyArray<QuestionInput> = [
  { type: "noul", name: "refund", instructions: "Should the second charge be paid back?", options: "" },
  {
    type: "choice",
    name: "team",
    instructions: "Who should answer?",
    options: "billing: Charges, payments and refunds\ntechnical: Bugs and outages\nsales: New orders"
  },
  { type: "score", name: "urgency", instructions: "How urgent is it?", options: "can wait\nthis week\ntoday" }
]

/** The tab. */
export const Decide = () => {
  const [state, setState] = useSessionState("decide-state", example)
  const [questions, setQuestions] = useSessionState("decide-questions", exampleQuestions)
  const { start, state: result, stop } = useCall<DecisionsResponse>()
  const price = useAbout()?.decisionsPrice
  const parsed = toState(state)
  const problem = problemOf(questions)
  const request = {
    model: "decider-27b",
    state: "value" in parsed ? parsed.value : "",
    questions: toQuestions(questions)
  }
  const run = () => void start((signal) => call("decisions.create", request, signal))
  return (
    <form
      class="split"
      onSubmit={handleSubmit(() => {
        if ("problem" in parsed) document.getElementById("state-text")?.focus()
        else if (problem === undefined) run()
      })}
    >
      <div>
        <h2>Input</h2>
        <StateInput state={state} set={setState} problem={"problem" in parsed ? parsed.problem : undefined} />
        <Questions questions={questions} set={setQuestions} />
        <p role="status" class="wrong">
          {problem}
        </p>
        <RunButtons label="Get answers" isRunning={result.is === "running"} stop={stop} />
        <CodeView shown={{ operation: "decisions.create", method: "POST", path: "/v1/decisions", request }} />
      </div>
      <CallResult
        title="Answers"
        label="Answers"
        state={result}
        empty="Get one answer per question, with probabilities."
        waiting="Getting answers ..."
        summary={({ answers }) => `${counted(Object.keys(answers).length, "answer")}.`}
        again={run}
      >
        {({ answers, usage }, head) => (
          <>
            <Answers answers={answers} />
            <ResponseFacts
              head={head}
              facts={[
                ["input tokens", `${usage.input_tokens}`],
                ...(price === undefined
                  ? []
                  : [["cost", money((usage.input_tokens * price) / 1_000_000)] as const])
              ]}
            />
            {price === undefined ? null : (
              <p class="hint">{price} USD per million input tokens; output tokens are free.</p>
            )}
          </>
        )}
      </CallResult>
    </form>
  )
}
