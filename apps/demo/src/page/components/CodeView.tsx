// The call at hand as code to copy: curl, promises, Effect.
// Source: §4.
import { code, type Shown } from "../codeSamples.ts"
import { CodeBlock } from "./CodeBlock.tsx"

const forms = { curl: "curl", Promise: "Promise", Effect: "Effect" } as const

/** Code for a request, in three forms. Long texts are cut where they are shown, not where they are copied. */
export const CodeView = ({
  shown,
  title = "The request as code"
}: {
  readonly shown: Shown
  readonly title?: string
}) => (
  <CodeBlock title={title} forms={forms} first="curl" textOf={(form, length) => code[form](shown, length)} />
)
