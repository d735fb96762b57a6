// The call at hand as code to copy: curl, promises, Effect.
// Source: §4.
import { useState } from "preact/hooks"
import { code, type Shown } from "../code.ts"

const forms = ["curl", "Promise", "Effect"] as const

/** Code for a request, in three forms. */
export const CodeView = ({ shown }: { readonly shown: Shown }) => {
  const [form, setForm] = useState<(typeof forms)[number]>("curl")
  const [said, say] = useState("")
  const text = code[form](shown)
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => say("Copied."),
      () => say("The browser does not allow it: select the text and copy it.")
    )
  }
  return (
    <details class="code">
      <summary>The request as code</summary>
      <div class="row">
        <div role="group" aria-label="Form of the code" class="choices">
          {forms.map((name) => (
            <button key={name} type="button" aria-pressed={name === form} onClick={() => setForm(name)}>
              {name}
            </button>
          ))}
        </div>
        <button type="button" onClick={copy}>
          Copy
        </button>
        <span role="status">{said}</span>
      </div>
      <pre tabIndex={0} aria-label={`The request with ${form}`}>
        <code>{text}</code>
      </pre>
    </details>
  )
}
