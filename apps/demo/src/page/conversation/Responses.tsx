// Responses: a run with tools, shown as it streams.
// Source: §2.8, §4.7, §6.
import type { ModelsResponse } from "@leadline/core/models"
import { useEffect, useState } from "preact/hooks"
import { money } from "../format.ts"
import { Choices } from "../components/Choices.tsx"
import { CodeView } from "../components/CodeView.tsx"
import { Area, Check, Select } from "../components/Fields.tsx"
import { Facts } from "../components/ResponseFacts.tsx"
import { SearchResults } from "../components/SearchResults.tsx"
import { ProblemView } from "../components/ProblemView.tsx"
import { RunButtons } from "../components/RunButtons.tsx"
import { SearchScope } from "../components/SearchScope.tsx"
import { call } from "../api.ts"
import { useCall } from "../useCall.ts"
import { patch, useSessionState } from "../useSessionState.ts"
import { useScrollIntoView } from "../useScrollIntoView.ts"
import { isActive, useStream } from "../useStream.ts"
import { AnswerText } from "./AnswerText.tsx"
import { FunctionCalls } from "./FunctionCalls.tsx"
import {
  callsOf,
  reduceResponses,
  emptyResponse,
  pagesOf,
  type ResponsesView,
  textOf
} from "./responsesState.ts"
import { defaults, offered, presets, requestOf } from "./responsesForm.ts"
import { ReasoningSteps } from "./ReasoningSteps.tsx"
import { StreamView, timesOf } from "./StreamView.tsx"
import { handleSubmit } from "../handleSubmit.ts"

const factsOf = ({ response }: ResponsesView): ReadonlyArray<readonly [string, string]> => {
  if (response === undefined) return []
  const { model, status, usage } = response
  return [
    ["status", status],
    ["model", model],
    ...(usage
      ? ([
          ["input tokens", `${usage.input_tokens}`],
          ["output tokens", `${usage.output_tokens}`],
          ...(usage.cost ? [["cost", money(usage.cost.total_cost)] as const] : [])
        ] as const)
      : [])
  ]
}

/** All models of the service, loaded when this is first shown. */
const ModelChoice = ({ model, set }: { readonly model: string; readonly set: (model: string) => void }) => {
  const { start, state } = useCall<ModelsResponse>()
  const load = () => void start((signal) => call("models.list", undefined, signal))
  useEffect(load, [])
  if (state.is === "failed") return <ProblemView problem={state.problem} again={load} />
  const known = state.is === "answered" ? state.data.data.map(({ id }) => id) : []
  const ids = known.includes(model) ? known : [model, ...known]
  return (
    <Select
      id="responses-model"
      label="Model"
      options={ids.map((id) => [id, id] as const)}
      value={model}
      set={set}
    />
  )
}

/** A form for a task beside its response. */
export const Responses = () => {
  const [form, setForm] = useSessionState("responses", defaults)
  const change = patch(setForm)
  const { start, state, stop } = useStream(emptyResponse, reduceResponses)
  const [asked, setAsked] = useState<{ readonly input: string; readonly request: unknown }>()
  const isRunning = isActive(state)
  const place = useScrollIntoView<HTMLElement>(state.is)
  const view = state.value
  const text = textOf(view)
  const pages = pagesOf(view)
  const calls = state.is === "done" && view.response?.status === "requires_action" ? callsOf(view) : []
  const begun = (input: string, request: unknown) => {
    setAsked({ input, request })
    void start("responses.stream", request)
  }
  return (
    <div class="split">
      <form onSubmit={handleSubmit(() => begun(form.input, requestOf(form)))}>
        <h2>Task</h2>
        <Area
          id="responses-input"
          label="What should the model find out?"
          rows={3}
          isRequired
          sends
          value={form.input}
          set={(input) => change({ input })}
        />
        <Choices
          label="Configuration"
          names={{ preset: "Preset", model: "Model and tools" }}
          value={form.by}
          set={(by) => change({ by })}
        />
        {form.by === "preset" ? (
          <Select
            id="responses-preset"
            label="Preset"
            options={presets}
            value={form.preset}
            set={(preset) => change({ preset })}
          />
        ) : (
          <>
            <ModelChoice model={form.model} set={(model) => change({ model })} />
            <div class="checks">
              <Check id="responses-searches" value={form.searches} set={(searches) => change({ searches })}>
                Web search
              </Check>
              <Check id="responses-fetches" value={form.fetches} set={(fetches) => change({ fetches })}>
                Fetch pages
              </Check>
            </div>
          </>
        )}
        <div class="checks">
          <Check id="responses-offers" value={form.offers} set={(offers) => change({ offers })}>
            <span>
              Offer the function <code>{offered.name}</code>: ask about the weather
            </span>
          </Check>
        </div>
        <SearchScope />
        <RunButtons label="Run" isRunning={isRunning} stop={stop} />
        <CodeView
          shown={{
            operation: "responses.stream",
            method: "POST",
            path: "/v1/responses",
            request: requestOf(form),
            isStream: true
          }}
        />
      </form>
      <section ref={place} aria-label="Response" aria-busy={isRunning} tabIndex={-1} class="outcome">
        <h2>Response</h2>
        {state.is === "idle" ? (
          <p class="hint">Run a task to follow its searches, the pages it reads and its answer.</p>
        ) : (
          <StreamView
            state={state}
            waiting="Starting ..."
            again={() => begun(asked?.input ?? form.input, asked?.request ?? requestOf(form))}
          >
            <ReasoningSteps steps={view.steps} isRunning={isRunning} />
            {text === "" ? null : (
              <AnswerText
                text={text}
                isGrowing={isRunning}
                citationOf={(number) => pages.find(({ id }) => id === number)}
              />
            )}
            {view.failure === undefined ? null : (
              <section class="problem" role="alert">
                <h3>The run failed</h3>
                <p>{view.failure}</p>
                <p>The stream is complete: the service reported this failure as an event.</p>
              </section>
            )}
            {calls.length === 0 ? null : (
              <FunctionCalls
                calls={calls}
                submitOutputs={(outputs) => {
                  const input = asked?.input ?? form.input
                  place.current?.focus()
                  begun(input, requestOf(form, { input, calls, outputs }))
                }}
              />
            )}
            {pages.length === 0 ? null : (
              <details class="sources">
                <summary>Sources: {pages.length}</summary>
                <SearchResults pages={pages} />
              </details>
            )}
            {isRunning ? null : <Facts facts={[...timesOf(state), ...factsOf(view)]} />}
          </StreamView>
        )}
      </section>
    </div>
  )
}
