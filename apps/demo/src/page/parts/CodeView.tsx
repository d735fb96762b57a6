// The call at hand as code to copy: curl, promises, Effect.
// Source: §4.
import { useState } from "preact/hooks"
import { code, type Shown } from "../code.ts"
import { Choices } from "./Choices.tsx"
import { CopyButton } from "./CopyButton.tsx"

const forms = { curl: "curl", Promise: "Promise", Effect: "Effect" } as const

/** Code for a request, in three forms. Long texts are cut where they are shown, not where they are copied. */
export const CodeView = ({
  shown,
  title = "The request as code"
}: {
  readonly shown: Shown
  readonly title?: string
}) => {
  const [form, setForm] = useState<keyof typeof forms>("curl")
  return (
    <details class="code">
      <summary>{title}</summary>
      <div class="row">
        <Choices label="Form of the code" names={forms} value={form} set={setForm} />
        <CopyButton text={() => code[form](shown, "whole")} />
      </div>
      <pre tabIndex={0} role="region" aria-label={`${title}, with ${form}`}>
        <code>{code[form](shown, "brief")}</code>
      </pre>
    </details>
  )
}
