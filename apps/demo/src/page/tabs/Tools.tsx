// Responses: a run with tools, shown as it streams; functions that it calls are answered on the page.
// Source: §2.8, §4.7, §6.
import type { ModelsResponse } from "@leadline/core/models"
import { useState } from "preact/hooks"
import { type AnswerView, type FunctionCall, noAnswer, reduceResponses } from "../streamedAnswer.ts"
import { call, stream } from "../api.ts"
import { AnswerBody } from "../parts/AnswerBody.tsx"
import { Check, Field, Form } from "../parts/Fields.tsx"
import { Panel, streamed } from "../parts/Panel.tsx"
import { ProblemView } from "../parts/Problem.tsx"
import { SearchScope } from "../parts/Sources.tsx"
import { useForm } from "../useForm.ts"
import { useLoaded, useRun } from "../useRun.ts"

const weather = {
  type: "function",
  name: "get_weather",
  description: "Gets today's weather for a city.",
  parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] }
} as const

const defaults = {
  input: "What is the weather in Paris?",
  /** `model` or `preset`, and its name. */
  by: "model openai/gpt-5.1",
  offers: true,
  searches: false,
  fetches: false
}

const presets = [
  ["preset fast-search", "fast-search: one step"],
  ["preset pro-search", "pro-search: a few steps, reads pages"],
  ["preset deep-research", "deep-research: many steps"],
  ["preset advanced-deep-research", "advanced-deep-research: many steps, the largest model"]
] as const

const requestOf = ({ by, fetches, input, offers, searches }: typeof defaults) => {
  const [kind = "", name] = by.split(" ")
  const tools = [
    ...(offers ? [weather] : []),
    ...(searches ? [{ type: "web_search" }] : []),
    ...(fetches ? [{ type: "fetch_url" }] : [])
  ]
  return { input, [kind]: name, ...(tools.length > 0 && { tools }) }
}

/** The request that goes on after function calls. */
const continued = (request: object, calls: ReadonlyArray<FunctionCall>, outputs: ReadonlyArray<string>) => ({
  ...request,
  input: [
    { role: "user", content: Reflect.get(request, "input") },
    ...calls.flatMap(({ arguments: given, call_id, name }, at) => [
      { type: "function_call", call_id, name, arguments: given },
      { type: "function_call_output", call_id, output: outputs[at] }
    ])
  ]
})

/** The calls that the model requests, and a form for their outputs. */
const Calls = ({
  calls,
  send
}: {
  readonly calls: ReadonlyArray<FunctionCall>
  readonly send: (outputs: ReadonlyArray<string>) => void
}) => {
  const [outputs, setOutputs] = useState(calls.map(() => "Sunny, 21 degrees."))
  return (
    <Form title="The model calls your function" label="Send output" run={() => send(outputs)}>
      {calls.map(({ arguments: given, call_id, name }, at) => (
        <div key={call_id}>
          <code>{`${name}(${given})`}</code>
          <Field
            id={`output-${at}`}
            label={`Output of ${name}`}
            value={outputs[at] ?? ""}
            set={(output) => setOutputs(outputs.with(at, output))}
          />
        </div>
      ))}
    </Form>
  )
}

/** The panel. */
export const Tools = () => {
  const { field, form } = useForm("tools", defaults)
  const runner = useRun<AnswerView>()
  const models = useLoaded(call<ModelsResponse>("models.list", {}))
  const request = requestOf(form)
  const [asked, setAsked] = useState<object>(request)
  const begin = (sent: object) => {
    setAsked(sent)
    runner.start(stream("responses.stream", sent, reduceResponses, noAnswer))
  }
  const listed = (models.value?.data.data ?? []).map(({ id }) => [`model ${id}`, id] as const)
  const options = [...listed, ...presets]
  const chosen = options.some(([value]) => value === form.by) ? [] : [[form.by, form.by.slice(6)] as const]
  return (
    <Panel
      title="Tools"
      label="Run"
      result="Response"
      runner={runner}
      begin={() => begin(request)}
      shown={{ operation: "responses.stream", path: "/v1/responses", request, isStream: true }}
      empty="Run a task to follow its function calls, its searches and its answer."
      waiting="Starting ..."
      done={streamed}
      fields={
        <>
          <Field {...field("input")} label="What should the model find out?" rows={2} required />
          <Field {...field("by")} label="Model or preset" options={[...chosen, ...options]} />
          {models.problem && <ProblemView problem={models.problem} again={models.reload} />}
          <Check {...field("offers")}>
            A function of yours: <code>{weather.name}</code>
          </Check>
          <Check {...field("searches")}>Web search</Check>
          <Check {...field("fetches")}>Fetch pages</Check>
          {form.searches && <SearchScope />}
        </>
      }
    >
      {(view, run) => (
        <>
          <AnswerBody view={view} run={run} />
          {run.is === "done" && view.calls.length > 0 && (
            <Calls calls={view.calls} send={(outputs) => begin(continued(asked, view.calls, outputs))} />
          )}
        </>
      )}
    </Panel>
  )
}
