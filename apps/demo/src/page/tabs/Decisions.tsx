// Decisions: a state, questions about it, and answers with probabilities.
// Source: §2.1, §2.2, §2.3.
import type { DecisionsResponse } from "@leadline/core/decisions"
import { useContext, useState } from "preact/hooks"
import { AboutContext } from "../AboutContext.ts"
import { type Answer, call } from "../api.ts"
import { Panel } from "../parts/Panel.tsx"
import { Facts, headFacts } from "../parts/Problem.tsx"
import { counted, money } from "../text.ts"
import { useForm } from "../useForm.ts"
import { useRun } from "../useRun.ts"
import { Answers } from "./Answers.tsx"
import { type QuestionInput, problemOf, Questions, toQuestions } from "./Questions.tsx"
import { type Images, StateInput, toState } from "./StateInput.tsx"

const team = "billing: Charges, payments and refunds\ntechnical: Bugs and outages\nsales: New orders"

const questions: ReadonlyArray<QuestionInput> = [
  { type: "noul", name: "refund", instructions: "Should the second charge be paid back?", options: "" },
  { type: "choice", name: "team", instructions: "Who should answer?", options: team },
  { type: "score", name: "urgency", instructions: "How urgent is it?", options: "can wait\nthis week\ntoday" }
]

const defaults = {
  text: "Hi, I was charged twice for March and nobody answers my emails. Please pay the second charge back today.",
  isJson: false,
  questions
}

/** The panel. */
export const Decisions = () => {
  const { change, field, form } = useForm("decisions", defaults)
  const [images, setImages] = useState<Images>([])
  const runner = useRun<Answer<DecisionsResponse>>()
  const price = useContext(AboutContext)?.decisionsPrice ?? 0
  const { problem: stateProblem, value: state = "" } = toState(form.text, form.isJson, images)
  const problem = problemOf(form.questions)
  const request = { model: "decider-27b", state, questions: toQuestions(form.questions) }
  return (
    <Panel
      title="Input"
      label="Get answers"
      result="Answers"
      runner={runner}
      begin={() => {
        if (stateProblem !== undefined) document.getElementById("decisions-text")?.focus()
        else if (problem === undefined) runner.start(call("decisions.create", request))
      }}
      shown={{ operation: "decisions.create", path: "/v1/decisions", request }}
      empty="Get one answer per question, with probabilities."
      waiting="Getting answers ..."
      done={({ data }) => `${counted(Object.keys(data.answers).length, "answer")}.`}
      fields={
        <>
          <StateInput
            text={field("text")}
            isJson={field("isJson")}
            images={images}
            setImages={setImages}
            problem={stateProblem}
          />
          <Questions questions={form.questions} set={(changed) => change({ questions: changed })} />
          <p role="status" class="wrong">
            {problem}
          </p>
        </>
      }
    >
      {({ data: { answers, usage }, head }) => (
        <>
          <Answers answers={answers} />
          <Facts
            facts={[
              ...headFacts(head),
              ["input tokens", usage.input_tokens],
              ["cost", money((usage.input_tokens * price) / 1_000_000)]
            ]}
          />
          <p class="hint">{price} USD per million input tokens; output tokens are free.</p>
        </>
      )}
    </Panel>
  )
}
