// The current request as code to copy, in three forms. Long texts are shortened on the page, not in the copy.
// Source: §4.
import { useState } from "preact/hooks"
import { brief, code, type Shown } from "../codeSamples.ts"
import { Field } from "./Fields.tsx"

const forms = [
  ["curl", "curl"],
  ["Promise", "Promise"],
  ["Effect", "Effect"]
] as const

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
export const Code = ({
  shown,
  title = "Code for this request"
}: {
  readonly shown: Shown
  readonly title?: string
}) => {
  const [form, setForm] = useState<keyof typeof code>(shown.handles === undefined ? "curl" : "Promise")
  return (
    <details class="code">
      <summary>{title}</summary>
      <div class="row ends">
        <Field
          id={`form-of-${shown.operation}-${title.length}`}
          label="Form of code"
          options={shown.handles === undefined ? forms : forms.slice(1)}
          value={form}
          set={(chosen) => setForm(chosen as keyof typeof code)}
        />
        <CopyButton text={() => code[form](shown)} />
      </div>
      <pre tabIndex={0} role="region" aria-label={`${title}, ${form}`}>
        <code>{code[form](brief(shown))}</code>
      </pre>
    </details>
  )
}
