// A panel: a form, its request as code, and what came of it, side by side where there is room.
import type { ComponentChildren } from "preact"
import type { Shown } from "../codeSamples.ts"
import type { Run, Runner } from "../useRun.ts"
import { Code } from "./Code.tsx"
import { Form } from "./Fields.tsx"
import { Outcome } from "./Outcome.tsx"

/** The panel of one operation. */
export const Panel = <A,>({
  before,
  begin,
  children,
  done,
  empty,
  fields,
  label,
  result,
  runner,
  shown,
  title,
  waiting
}: {
  /** The titles of the form, of its button and of the outcome. */
  readonly title: string
  readonly label: string
  readonly result: string
  readonly fields: ComponentChildren
  readonly shown: Shown
  readonly runner: Runner<A>
  readonly begin: () => void
  readonly empty: string
  readonly waiting: string
  readonly done: (value: A, run: Run<A>) => string
  /** What stays above the outcome. */
  readonly before?: ComponentChildren
  readonly children: (value: A, run: Run<A>) => ComponentChildren
}) => (
  <div class="split">
    <div>
      <Form title={title} label={label} run={begin} runner={runner}>
        {fields}
      </Form>
      <Code shown={shown} />
    </div>
    <Outcome title={result} before={before} empty={empty} waiting={waiting} done={done} runner={runner}>
      {children}
    </Outcome>
  </div>
)
