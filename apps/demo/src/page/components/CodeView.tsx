// The current request as code to copy: curl, promises, Effect.
// Source: §4.
import { code, type Shown } from "../codeSamples.ts"
import { CodeBlock } from "./CodeBlock.tsx"

const forms = { curl: "curl", Promise: "Promise", Effect: "Effect" } as const

/** Code for a request, in three forms. Long texts are shortened on the page, not in the copy. */
export const CodeView = ({
  shown,
  title = "Code for this request"
}: {
  readonly shown: Shown
  readonly title?: string
}) => (
  <CodeBlock title={title} forms={forms} first="curl" textOf={(form, length) => code[form](shown, length)} />
)
