// The error handling tab: faults to try, the typed error, the attempts.
// Source: §7; how the client waits is Assumed: ours.
import { useContext, useState } from "preact/hooks"
import type { FaultReport } from "../../protocol.ts"
import { AboutContext } from "../AboutContext.ts"
import { runFault } from "../api.ts"
import { Code } from "../parts/Code.tsx"
import { Outcome, Waiting } from "../parts/Panel.tsx"
import { Facts, ProblemView } from "../parts/Problem.tsx"
import { counted, duration } from "../text.ts"
import { useRun } from "../useRun.ts"

/** Attempts with the waits between them, then the stream if there was one. */
const spansOf = ({ attempts, elapsed, events }: FaultReport) => {
  const tried = attempts.flatMap(({ endedAt, outcome, startedAt }, at) => {
    const from = attempts[at - 1]?.endedAt
    const text = `Attempt ${at + 1}: ${outcome}, after ${duration(endedAt - startedAt)}`
    const attempt = { kind: "attempt", from: startedAt, to: endedAt, text }
    return from === undefined
      ? [attempt]
      : [{ kind: "wait", from, to: startedAt, text: `Wait: ${duration(startedAt - from)}` }, attempt]
  })
  const from = attempts.at(-1)?.endedAt ?? 0
  const text = `Stream: ${counted(events, "event")}, failed after ${duration(elapsed - from)}`
  return events === 0 ? tried : [...tried, { kind: "stream", from, to: elapsed, text }]
}

/** Each attempt and wait, with a bar of its part of the time. */
const Timeline = ({ report }: { readonly report: FaultReport }) => {
  const start = report.attempts[0]?.startedAt ?? 0
  const scale = 100 / Math.max(report.elapsed - start, 1)
  return (
    <ol class="plain">
      {spansOf(report).map(({ from, kind, text, to }, at) => (
        <li key={at} class={kind}>
          {text}
          <svg width="100%" height="12" aria-hidden="true">
            <rect
              x={`${Math.min((from - start) * scale, 98)}%`}
              width={`${Math.max((to - from) * scale, 1)}%`}
              height="12"
            />
          </svg>
        </li>
      ))}
    </ol>
  )
}

const Report = ({ report }: { readonly report: FaultReport }) => (
  <>
    {report.attempts.length === 0 ? <p class="hint">No request was sent.</p> : <Timeline report={report} />}
    {report.problem === undefined ? (
      <p class="success">The call succeeded: your code sees no error.</p>
    ) : (
      <>
        <ProblemView problem={report.problem} />
        {report.events > 0 && report.problem.eventsSeen === undefined && (
          <Facts facts={[["events received", report.events]]} />
        )}
        <Code
          title={`Handle ${report.problem._tag} in code`}
          shown={{
            operation: "search.create",
            path: "/search",
            request: { query: "retries" },
            handles: report.problem._tag
          }}
        />
      </>
    )}
  </>
)

/** The tab. */
export const Errors = () => {
  const about = useContext(AboutContext)
  const runner = useRun<FaultReport>()
  const [tried, setTried] = useState("")
  const attempt = (id: string) => {
    setTried(id)
    runner.start(() => runFault(id))
  }
  return (
    <div class="split">
      <section aria-label="Faults">
        <h2>Faults</h2>
        <p class="hint">
          Each makes a real call with the real client over a network that fails in one way. You see the typed
          error that your code gets, and every attempt the client made.
        </p>
        {about === undefined && <Waiting />}
        <ul class="plain">
          {about?.faults.map(({ description, id, title }) => (
            <li key={id} data-fault={id}>
              <button type="button" aria-pressed={id === tried} onClick={() => attempt(id)}>
                {title}
              </button>
              <p class="hint">{description}</p>
            </li>
          ))}
        </ul>
      </section>
      <Outcome
        title="What the client does"
        runner={runner}
        empty="Choose a fault."
        waiting="Running ..."
        done={({ attempts, elapsed, problem }) =>
          `The call ${problem === undefined ? "succeeded" : "failed"} after ${counted(attempts.length, "attempt")} in ${duration(elapsed)}.`
        }
      >
        {(report) => (
          <>
            <h3>{about?.faults.find(({ id }) => id === tried)?.title}</h3>
            <Report report={report} />
          </>
        )}
      </Outcome>
    </div>
  )
}
