// Function calls that the model requests, with a form for their outputs.
// Source: §2.8, §4.7.
import { useState } from "preact/hooks"
import { Area } from "../components/Fields.tsx"
import type { FunctionCall } from "./responsesState.ts"
import { handleSubmit } from "../handleSubmit.ts"

/** The calls, and a form for their outputs by `call_id`. */
export const FunctionCalls = ({
  calls,
  submitOutputs
}: {
  readonly calls: ReadonlyArray<FunctionCall>
  readonly submitOutputs: (outputs: { readonly [call_id: string]: string }) => void
}) => {
  const [outputs, setOutputs] = useState<{ readonly [call_id: string]: string }>({})
  const outputOf = (id: string) => outputs[id] ?? '{"weather": "sunny, 21 degrees"}'
  return (
    <form
      class="calls"
      onSubmit={handleSubmit(() =>
        submitOutputs(Object.fromEntries(calls.map(({ call_id }) => [call_id, outputOf(call_id)])))
      )}
    >
      <h3>The model requests a function call</h3>
      {calls.map(({ arguments: given, call_id, name }, at) => (
        <div key={call_id}>
          <pre tabIndex={0} role="region" aria-label={`Call ${at + 1}`}>
            <code>{`${name}(${given})`}</code>
          </pre>
          <Area
            id={`output-${at}`}
            label={`Output of ${name}`}
            rows={2}
            value={outputOf(call_id)}
            set={(output) => setOutputs((before) => ({ ...before, [call_id]: output }))}
          />
        </div>
      ))}
      <button type="submit">Send output</button>
    </form>
  )
}
