// Calls the model asks for: shown, answered by hand, sent on.
// Source: §2.8, §4.7.
import { useState } from "preact/hooks"
import { Area } from "../components/Fields.tsx"
import type { FunctionCall } from "./responsesState.ts"
import { submits } from "../onSubmit.ts"

/** The calls, and a form to answer them. `goOn` sends what they gave. */
export const FunctionCalls = ({
  calls,
  goOn
}: {
  readonly calls: ReadonlyArray<FunctionCall>
  readonly goOn: (outputs: { readonly [call_id: string]: string }) => void
}) => {
  const [outputs, setOutputs] = useState<{ readonly [call_id: string]: string }>({})
  const outputOf = (id: string) => outputs[id] ?? '{"weather": "sunny, 21 degrees"}'
  return (
    <form
      class="calls"
      onSubmit={submits(() =>
        goOn(Object.fromEntries(calls.map(({ call_id }) => [call_id, outputOf(call_id)])))
      )}
    >
      <h3>The model asks you to call a function</h3>
      {calls.map(({ arguments: given, call_id, name }, at) => (
        <div key={call_id}>
          <pre tabIndex={0} role="region" aria-label={`Call ${at + 1}`}>
            <code>{`${name}(${given})`}</code>
          </pre>
          <Area
            id={`output-${at}`}
            label={`What ${name} gave`}
            rows={2}
            value={outputOf(call_id)}
            set={(output) => setOutputs((before) => ({ ...before, [call_id]: output }))}
          />
        </div>
      ))}
      <button type="submit">Go on with it</button>
    </form>
  )
}
