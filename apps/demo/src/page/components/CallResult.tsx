// The result of a call: a hint before it, progress, a failure or the answer.
import type { ComponentChildren } from "preact"
import type { Head } from "../../protocol.ts"
import type { CallState } from "../useCall.ts"
import { useScrollIntoView } from "../useScrollIntoView.ts"
import { ProblemView } from "./ProblemView.tsx"
import { Waiting } from "./Waiting.tsx"

/** The state of a call under a heading. Screen readers announce its status line. */
export const CallResult = <A,>({
  again,
  children,
  empty,
  label,
  summary,
  state,
  title,
  waiting
}: {
  readonly title: string
  /** The accessible name of the section. */
  readonly label: string
  readonly state: CallState<A>
  /** The hint before the first call. */
  readonly empty: string
  readonly waiting: string
  /** A one-sentence summary for screen readers. */
  readonly summary: (data: A) => string
  readonly again: () => void
  readonly children: (data: A, head: Head) => ComponentChildren
}) => {
  const place = useScrollIntoView<HTMLElement>(state.is)
  return (
    <section ref={place} aria-label={label} aria-busy={state.is === "running"} class="outcome" tabIndex={-1}>
      <h2>{title}</h2>
      <div role="status">
        {state.is === "idle" ? <p class="hint">{empty}</p> : null}
        {state.is === "running" ? <Waiting what={waiting} /> : null}
        {state.is === "answered" ? <p class="hint">{summary(state.data)}</p> : null}
      </div>
      {state.is === "failed" ? <ProblemView problem={state.problem} again={again} /> : null}
      {state.is === "answered" ? children(state.data, state.head) : null}
    </section>
  )
}
