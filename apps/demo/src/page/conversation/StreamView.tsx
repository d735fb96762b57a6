// The status of a stream in one line that screen readers announce, around its content.
// Source: §6.
import type { ComponentChildren } from "preact"
import { counted, duration } from "../format.ts"
import { ProblemView } from "../components/ProblemView.tsx"
import { Waiting } from "../components/Waiting.tsx"
import type { StreamState } from "../useStream.ts"

const ended = ({ events, is, lastAt = 0 }: StreamState<unknown>): string =>
  is === "stopped"
    ? `Stopped after ${counted(events, "event")}. The request to the service was cancelled.`
    : is === "failed"
      ? `Failed after ${counted(events, "event")}.`
      : `Complete: ${counted(events, "event")} in ${duration(lastAt)}.`

/** The status of a stream below its content. */
export const StreamView = ({
  again,
  children,
  state,
  waiting
}: {
  readonly state: StreamState<unknown>
  readonly waiting: string
  readonly again: () => void
  readonly children: ComponentChildren
}) => (
  <>
    {children}
    <div role="status">
      {state.is === "waiting" ? <Waiting what={waiting} /> : null}
      {state.is === "running" ? <Waiting what="Streaming ..." since={state.events} /> : null}
      {state.is === "done" || state.is === "stopped" || state.is === "failed" ? (
        <p class="hint">{ended(state)}</p>
      ) : null}
    </div>
    {state.problem === undefined ? null : <ProblemView problem={state.problem} again={again} />}
  </>
)

/** Times of a stream, as facts to show. */
export const timesOf = ({
  firstAt,
  lastAt
}: StreamState<unknown>): ReadonlyArray<readonly [string, string]> => [
  ...(firstAt === undefined ? [] : [["time to first event", duration(firstAt)] as const]),
  ...(lastAt === undefined ? [] : [["total time", duration(lastAt)] as const])
]
