// A button that copies a text, and says whether it could.
import { useState } from "preact/hooks"

/** Copies what `text` gives when pressed. */
export const CopyButton = ({
  label = "Copy",
  text
}: {
  readonly label?: string
  readonly text: () => string
}) => {
  const [said, say] = useState("")
  const refused = () => say("The browser does not allow it: select the text and copy it.")
  const copy = () => {
    // Absent where the page is not served over a safe connection.
    if (!isSecureContext) refused()
    else navigator.clipboard.writeText(text()).then(() => say("Copied."), refused)
  }
  return (
    <>
      <button type="button" onClick={copy}>
        {label}
      </button>
      <span role="status" class="hint">
        {said}
      </span>
    </>
  )
}
