// One fault: what it is, a button, and how the client handled it.
// Source: §7.
import { useState } from "preact/hooks"
import type { FaultInfo, FaultReport, Problem } from "../../protocol.ts"
import { counted, duration } from "../format.ts"
import { CodeBlock } from "../components/CodeBlock.tsx"
import { Facts } from "../components/ResponseFacts.tsx"
import { ProblemView } from "../components/ProblemView.tsx"
import { Waiting } from "../components/Waiting.tsx"
import { fault } from "../api.ts"
import { problemFrom } from "../useCall.ts"
import { handling } from "./handling.ts"
import { Timeline } from "./Timeline.tsx"

type State =
  | { readonly is: "idle" | "running" }
  | { readonly is: "done"; readonly report: FaultReport }
  | { readonly is: "failed"; readonly problem: Problem }

const saidOf = ({ attempts, elapsed, problem }: FaultReport): string =>
  `${problem === undefined ? "The call succeeded" : "The call failed"} after ${counted(attempts.length, "attempt")} in ${duration(elapsed)}.`

const Handling = ({ tag }: { readonly tag: string }) => (
  <CodeBlock
    title={`Handle ${tag} in code`}
    forms={{ Promise: "Promise", Effect: "Effect" }}
    first="Promise"
    textOf={(form) => handling[form](tag)}
  />
)

const Report = ({ report }: { readonly report: FaultReport }) => (
  <>
    <Timeline report={report} />
    {report.problem === undefined ? (
      <p class="success">The call succeeded: your code sees no error.</p>
    ) : (
      <>
        <ProblemView problem={report.problem} />
        <Handling tag={report.problem._tag} />
      </>
    )}
    {report.events === 0 || report.problem?.eventsSeen !== undefined ? null : (
      <Facts facts={[["events received", `${report.events}`]]} />
    )}
  </>
)

/** A fault to try. */
export const Fault = ({ info: { id, title, description } }: { readonly info: FaultInfo }) => {
  const [state, set] = useState<State>({ is: "idle" })
  const run = () => {
    if (state.is === "running") return
    set({ is: "running" })
    fault(id).then(
      (report) => set({ is: "done", report }),
      (error: unknown) => set({ is: "failed", problem: problemFrom(error) })
    )
  }
  return (
    <li data-fault={id} aria-busy={state.is === "running"}>
      <div class="grow">
        <h3 id={`fault-${id}`}>{title}</h3>
        <p>{description}</p>
      </div>
      <button type="button" aria-label={`Try: ${title}`} aria-disabled={state.is === "running"} onClick={run}>
        Try
      </button>
      <div class="below">
        <div role="status">
          {state.is === "running" ? <Waiting what="Running ..." /> : null}
          {state.is === "done" ? <p class="hint">{saidOf(state.report)}</p> : null}
        </div>
        {state.is === "done" ? <Report report={state.report} /> : null}
        {state.is === "failed" ? <ProblemView problem={state.problem} again={run} /> : null}
      </div>
    </li>
  )
}
