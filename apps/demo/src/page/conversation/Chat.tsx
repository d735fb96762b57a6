// Chat: a conversation with streamed answers.
// Source: §2.10, §4.10, §6.
import type { ChatRequest } from "@leadline/core/chat"
import { useState } from "preact/hooks"
import { CodeView } from "../components/CodeView.tsx"
import { Area, Check, Select } from "../components/Fields.tsx"
import { RunButtons } from "../components/RunButtons.tsx"
import { SearchScope } from "../components/SearchScope.tsx"
import { patch, useSessionState } from "../useSessionState.ts"
import { useScrollIntoView } from "../useScrollIntoView.ts"
import { isActive, useStream } from "../useStream.ts"
import { ChatAnswer } from "./ChatAnswer.tsx"
import { type ChatView, reduceChat, emptyChat } from "./chatState.ts"
import { StreamView, timesOf } from "./StreamView.tsx"
import { handleSubmit } from "../handleSubmit.ts"

interface Turn {
  readonly question: string
  readonly view: ChatView
}

const models: ReadonlyArray<readonly [ChatRequest["model"], string]> = [
  ["sonar", "sonar: one search, short answer"],
  ["sonar-pro", "sonar-pro: more searches"],
  ["sonar-reasoning-pro", "sonar-reasoning-pro: shows its reasoning"],
  ["sonar-deep-research", "sonar-deep-research: many searches"]
]

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

/** A form for questions beside the conversation. */
export const Chat = () => {
  const [form, setForm] = useSessionState("chat", defaults)
  const change = patch(setForm)
  const [before, setBefore] = useState<ReadonlyArray<Turn>>([])
  const [asked, setAsked] = useState("")
  const { clear, start, state, stop } = useStream(emptyChat, reduceChat)
  const isRunning = isActive(state)
  const place = useScrollIntoView<HTMLElement>(state.is)
  /** An answer that failed before its first word is not a turn. */
  const turns = state.value.text === "" ? before : [...before, { question: asked, view: state.value }]
  const ask = (question: string, said = turns) => {
    setBefore(said)
    setAsked(question)
    void start("chat.stream", requestOf(form, said, question))
  }
  const request = requestOf(form, isRunning ? before : turns, form.question)
  return (
    <div class="split">
      <form onSubmit={handleSubmit(() => ask(form.question))}>
        <h2>Question</h2>
        <Area
          id="chat-question"
          label="What do you want to know?"
          rows={3}
          isRequired
          sends
          value={form.question}
          set={(question) => change({ question })}
        />
        <Select
          id="chat-model"
          label="Model"
          options={models}
          value={form.model}
          set={(model) => change({ model })}
        />
        <div class="checks">
          <Check id="chat-concise" value={form.isConcise} set={(isConcise) => change({ isConcise })}>
            Concise mode: reasoning as separate events
          </Check>
          <Check id="chat-related" value={form.related} set={(related) => change({ related })}>
            Suggest related questions
          </Check>
          <Check id="chat-images" value={form.images} set={(images) => change({ images })}>
            Return images
          </Check>
        </div>
        <SearchScope />
        <RunButtons label="Ask" isRunning={isRunning} stop={stop} />
        <CodeView
          shown={{
            operation: "chat.stream",
            method: "POST",
            path: "/v1/sonar",
            request,
            isStream: true
          }}
        />
      </form>
      <section ref={place} aria-label="Conversation" aria-busy={isRunning} tabIndex={-1} class="outcome">
        <div class="row between">
          <h2>Conversation</h2>
          {turns.length > 0 || state.is !== "idle" ? (
            <button
              type="button"
              onClick={() => {
                setBefore([])
                clear()
                document.getElementById("chat-question")?.focus()
              }}
            >
              New conversation
            </button>
          ) : null}
        </div>
        {state.is === "idle" && before.length === 0 ? (
          <p class="hint">
            Ask a question: the answer streams in with its sources. Follow-up questions continue the
            conversation.
          </p>
        ) : null}
        {before.map(({ question, view }, at) => (
          <article key={at} class="turn">
            <h3 class="asked">{question}</h3>
            <ChatAnswer view={view} isRunning={false} times={[]} ask={undefined} />
          </article>
        ))}
        {state.is === "idle" ? null : (
          <article class="turn" data-turn="last">
            <h3 class="asked">{asked}</h3>
            <StreamView state={state} waiting="Searching and reading ..." again={() => ask(asked, before)}>
              <ChatAnswer
                view={state.value}
                isRunning={isRunning}
                times={timesOf(state)}
                ask={
                  isRunning
                    ? undefined
                    : (question) => {
                        change({ question })
                        place.current?.focus()
                        ask(question)
                      }
                }
              />
            </StreamView>
          </article>
        )}
      </section>
    </div>
  )
}
