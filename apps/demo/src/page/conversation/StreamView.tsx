// How a stream stands, in one spoken line: waiting, writing, stopped, whole.
// Source: §6.
import type { ComponentChildren } from "preact"
import { counted, duration } from "../format.ts"
import { ProblemView } from "../components/ProblemView.tsx"
import { Waiting } from "../components/Waiting.tsx"
import type { StreamState } from "../useStream.ts"

const ended = ({ events, is, lastAt = 0 }: StreamState<unknown>): string =>
  is === "stopped"
    ? `Stopped after ${counted(events, "event")}: the call of the service is ended, too.`
    : is === "failed"
      ? `Failed after ${counted(events, "event")}.`
      : `Whole: ${counted(events, "event")} in ${duration(lastAt)}.`

/** The state of a stream around what came of it. */
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
      {state.is === "running" ? <Waiting what="Writing ..." since={state.events} /> : null}
      {state.is === "done" || state.is === "stopped" || state.is === "failed" ? (
        <p class="hint">{ended(state)}</p>
      ) : null}
    </div>
    {state.problem === undefined ? null : <ProblemView problem={state.problem} again={again} />}
  </>
)

/** Times of a stream, for the line of facts. */
export const timesOf = ({
  firstAt,
  lastAt
}: StreamState<unknown>): ReadonlyArray<readonly [string, string]> => [
  ...(firstAt === undefined ? [] : [["first event after", duration(firstAt)] as const]),
  ...(lastAt === undefined ? [] : [["time", duration(lastAt)] as const])
]
