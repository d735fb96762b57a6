// Chat: a conversation with streamed answers.
// Source: §2.10, §4.10, §6.
import { useState } from "preact/hooks"
import { type AnswerView, noAnswer, reduceChat } from "../streamedAnswer.ts"
import { stream } from "../api.ts"
import { AnswerBody } from "../parts/AnswerBody.tsx"
import { Check, Field } from "../parts/Fields.tsx"
import { Panel, streamed } from "../parts/Panel.tsx"
import { SearchScope } from "../parts/Sources.tsx"
import { useForm } from "../useForm.ts"
import { useRun } from "../useRun.ts"

interface Turn {
  readonly question: string
  readonly view: AnswerView
}

const models = [
  ["sonar", "sonar: one search, short answer"],
  ["sonar-pro", "sonar-pro: more searches"],
  ["sonar-reasoning-pro", "sonar-reasoning-pro: shows its reasoning"],
  ["sonar-deep-research", "sonar-deep-research: many searches"]
] as const

const defaults = {
  question: "What is Retry-After for?",
  model: "sonar-reasoning-pro",
  isConcise: true,
  related: true,
  images: false
}

const requestOf = (form: typeof defaults, turns: ReadonlyArray<Turn>, question: string) => ({
  model: form.model,
  messages: [
    ...turns.flatMap(({ question: content, view: { text } }) => [
      { role: "user", content },
      { role: "assistant", content: text }
    ]),
    { role: "user", content: question }
  ],
  stream_mode: form.isConcise ? "concise" : "full",
  return_related_questions: form.related,
  return_images: form.images
})

/** The panel. */
export const Chat = () => {
  const { change, field, form } = useForm("chat", defaults)
  const [before, setBefore] = useState<ReadonlyArray<Turn>>([])
  const [asked, setAsked] = useState("")
  const runner = useRun<AnswerView>()
  const { run } = runner
  /** An answer that failed before its first word is not a turn. */
  const turns = run.value?.text ? [...before, { question: asked, view: run.value }] : before
  const ask = (question: string) => {
    setBefore(turns)
    setAsked(question)
    runner.start(stream("chat.stream", requestOf(form, turns, question), reduceChat, noAnswer))
  }
  const request = requestOf(form, run.is === "running" ? before : turns, form.question)
  return (
    <Panel
      title="Question"
      label="Ask"
      result="Conversation"
      runner={runner}
      begin={() => ask(form.question)}
      shown={{ operation: "chat.stream", path: "/v1/sonar", request, isStream: true }}
      empty="Ask a question: the answer streams in with its sources. Follow-up questions continue the conversation."
      waiting="Searching and reading ..."
      done={streamed}
      fields={
        <>
          <Field {...field("question")} label="What do you want to know?" rows={3} required />
          <SearchScope />
          <Field {...field("model")} label="Model" options={models} />
          <Check {...field("isConcise")}>Concise mode: reasoning as separate events</Check>
          <Check {...field("related")}>Suggest related questions</Check>
          <Check {...field("images")}>Return images</Check>
        </>
      }
      before={
        run.is !== "idle" && (
          <>
            <button
              type="button"
              onClick={() => {
                setBefore([])
                runner.clear()
                document.getElementById("chat-question")?.focus()
              }}
            >
              New conversation
            </button>
            {before.map(({ question, view }, at) => (
              <article key={at} class="entry">
                <h3>{question}</h3>
                <AnswerBody view={view} />
              </article>
            ))}
            <h3 class="entry latest">{asked}</h3>
          </>
        )
      }
    >
      {(view) => (
        <>
          <AnswerBody view={view} run={run} />
          {run.is !== "running" && view.related.length > 0 && <h4>Related questions</h4>}
          {run.is !== "running" &&
            view.related.map((question) => (
              <button
                key={question}
                type="button"
                onClick={() => {
                  change({ question })
                  ask(question)
                }}
              >
                {question}
              </button>
            ))}
        </>
      )}
    </Panel>
  )
}
