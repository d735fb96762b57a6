// Structured output: values from a text, in the shape of a JSON Schema.
// Source: §2.10, §4.10.
import type { ChatCompletion } from "@leadline/core/chat"
import { type Answer, call } from "../api.ts"
import { Field } from "../parts/Fields.tsx"
import { Panel } from "../parts/Panel.tsx"
import { Facts, headFacts } from "../parts/Problem.tsx"
import { counted } from "../text.ts"
import { useForm } from "../useForm.ts"
import { useRun } from "../useRun.ts"

const defaults = {
  text: "Invoice RE-2041 from Acme Tools, dated 12 March 2026. The total is 268.50 EUR. Questions: kim@acme.example",
  schema: `{
  "type": "object",
  "properties": {
    "invoice_id": { "type": "string" },
    "date": { "type": "string", "format": "date" },
    "total": { "type": "number" },
    "email": { "type": "string", "format": "email" }
  },
  "required": ["invoice_id", "total"]
}`
}

/** Undefined: it is not JSON. */
const parse = (text: string): object | undefined => {
  try {
    return Object(JSON.parse(text))
  } catch {
    return undefined
  }
}

const valuesOf = ({ choices }: ChatCompletion): ReadonlyArray<readonly [string, unknown]> =>
  Object.entries(parse(String(choices[0]?.message.content)) ?? {})

/** The panel. */
export const StructuredOutput = () => {
  const { field, form } = useForm("structured", defaults)
  const runner = useRun<Answer<ChatCompletion>>()
  const schema = parse(form.schema)
  const request = {
    model: "sonar",
    messages: [{ role: "user", content: form.text }],
    disable_search: true,
    response_format: { type: "json_schema", json_schema: { name: "answer", schema } }
  }
  return (
    <Panel
      title="Structured output"
      label="Extract"
      result="Values"
      runner={runner}
      begin={() => schema && runner.start(call("chat.create", request))}
      shown={{ operation: "chat.create", path: "/v1/sonar", request }}
      empty="Get an object that follows your schema."
      waiting="Reading ..."
      done={({ data }) => `${counted(valuesOf(data).length, "value")}.`}
      fields={
        <>
          <Field {...field("text")} label="Text" rows={3} required />
          <Field
            {...field("schema")}
            label="JSON Schema of the answer"
            rows={8}
            wrong={schema === undefined ? "This is not JSON." : undefined}
          />
        </>
      }
    >
      {({ data, head }) => (
        <>
          <table>
            <tbody>
              {valuesOf(data).map(([name, value]) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{typeof value === "string" ? value : JSON.stringify(value)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <Facts facts={headFacts(head)} />
        </>
      )}
    </Panel>
  )
}
