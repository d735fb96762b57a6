// A button that copies text and reports whether it worked.
import { useState } from "preact/hooks"

/** Copies the result of `text` when pressed. */
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
    if (!isSecureContext) refused()
    else navigator.clipboard.writeText(text()).then(() => setStatus("Copied."), refused)
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
