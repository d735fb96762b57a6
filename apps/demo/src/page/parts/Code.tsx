// The current request as code to copy, in three forms. Long texts are shortened on the page, not in the copy.
// Source: §4.
import { useState } from "preact/hooks"
import { brief, code, type Shown } from "../codeSamples.ts"

type Form = keyof typeof code

const forms: ReadonlyArray<Form> = ["curl", "Promise", "Effect"]

/** A button that copies text, and says whether it worked. */
export const CopyButton = ({
  label = "Copy",
  text
}: {
  readonly label?: string
  readonly text: () => string
}) => {
  const [status, setStatus] = useState("")
  const refused = () => setStatus("The browser does not allow copying. Select the text and copy it yourself.")
  const copy = () => {
    // The clipboard is absent where the page is not served over a secure connection.
    if (isSecureContext) navigator.clipboard.writeText(text()).then(() => setStatus("Copied."), refused)
    else refused()
  }
  return (
    <>
      <button type="button" onClick={copy}>
        {label}
      </button>
      <span role="status" class="hint">
        {status}
      </span>
    </>
  )
}

/** Code for a request. */
export const Code = (props: { readonly shown: Shown; readonly title?: string }) => {
  const { shown, title = "Code for this request" } = props
  const known = shown.handles === undefined ? forms : forms.slice(1)
  const [form, setForm] = useState(known[0] ?? "curl")
  return (
    <details>
      <summary>{title}</summary>
      <div class="row">
        <select
          aria-label="Form of code"
          value={form}
          onChange={(event) => setForm(event.currentTarget.value as Form)}
        >
          {known.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
        <CopyButton text={() => code[form](shown)} />
      </div>
      <pre tabIndex={0} role="region" aria-label={`${title}, ${form}`}>
        <code>{code[form](brief(shown))}</code>
      </pre>
    </details>
  )
}
