// Code to copy, in several forms.
import { useState } from "preact/hooks"
import { Choices } from "./Choices.tsx"
import { CopyButton } from "./CopyButton.tsx"

/** Code below its title. The page may show a shortened form of what is copied. */
export const CodeBlock = <A extends string>({
  first,
  forms,
  textOf,
  title
}: {
  readonly title: string
  readonly forms: { readonly [Form in A]: string }
  readonly first: NoInfer<A>
  readonly textOf: (form: A, length: "whole" | "brief") => string
}) => {
  const [form, setForm] = useState<A>(first)
  return (
    <details class="code">
      <summary>{title}</summary>
      <div class="row">
        <Choices label="Form of code" names={forms} value={form} set={setForm} />
        <CopyButton text={() => textOf(form, "whole")} />
      </div>
      <pre tabIndex={0} role="region" aria-label={`${title}, with ${forms[form]}`}>
        <code>{textOf(form, "brief")}</code>
      </pre>
    </details>
  )
}
