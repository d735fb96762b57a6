// A panel: a form, its request as code, and what came of it so far.
import type { ComponentChildren } from "preact"
import { useEffect, useRef, useState } from "preact/hooks"
import type { Shown } from "../codeSamples.ts"
import { counted, duration } from "../text.ts"
import type { Run, Runner } from "../useRun.ts"
import { Code } from "./Code.tsx"
import { Form } from "./Fields.tsx"
import { ProblemView } from "./Problem.tsx"

/** Seconds without data after which they are shown. */
const patience = 2

/** A line about a running call. `since` changes whenever data arrives. */
export const Waiting = ({
  since = 0,
  what = "Loading ..."
}: {
  readonly what?: string
  readonly since?: number
}) => {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    setSeconds(0)
    const timer = setInterval(() => setSeconds((before) => before + 1), 1_000)
    return () => clearInterval(timer)
  }, [since])
  return (
    <p class="hint">
      <progress aria-hidden="true" /> {what}
      {seconds >= patience && <span aria-hidden="true"> No data for {seconds} s. Press Stop to cancel.</span>}
    </p>
  )
}

/** The line of a stream that has ended. */
export const streamed = (_value: unknown, { events, lastAt }: Run<unknown>): string =>
  `Complete: ${counted(events, "event")} in ${duration(lastAt)}.`

interface Status<A> {
  readonly runner: Pick<Runner<A>, "again" | "run">
  /** Before the first run. */
  readonly empty?: string
  readonly waiting: string
  readonly done: (value: A, run: Run<A>) => string
}

const ended = <A,>({ done, empty = "", runner: { run } }: Status<A>): string => {
  if (run.is === "idle") return empty
  if (run.is === "done") return run.value === undefined ? "" : done(run.value, run)
  const events = counted(run.events, "event")
  if (run.is === "stopped") return `Stopped after ${events}. The request to the service was cancelled.`
  return run.events === 0 ? "" : `Failed after ${events}.`
}

/** The state of a run in a line, and its failure. */
export const RunStatus = <A,>(status: Status<A>) => {
  const { again, run } = status.runner
  return (
    <>
      <div role="status">
        {run.is === "running" ? (
          <Waiting what={run.events > 0 ? "Streaming ..." : status.waiting} since={run.events} />
        ) : (
          <p class="hint">{ended(status)}</p>
        )}
      </div>
      {run.problem && <ProblemView problem={run.problem} again={again} />}
    </>
  )
}

interface OutcomeProps<A> extends Status<A> {
  readonly title: string
  /** What stays above the run. */
  readonly before?: ComponentChildren
  readonly children: (value: A, run: Run<A>) => ComponentChildren
}

/** The section of a run, which comes into view when it starts or ends: on a phone it is below the button. */
export const Outcome = <A,>({ before, children, title, ...status }: OutcomeProps<A>) => {
  const { run } = status.runner
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    // The button that started the run may be gone.
    if (run.is === "running" && document.activeElement === document.body)
      place.current?.focus({ preventScroll: true })
    const shown = place.current?.querySelector(".latest") ?? place.current
    const top = shown?.getBoundingClientRect().top ?? 0
    if (run.is !== "idle" && (top < 0 || top > innerHeight / 2)) shown?.scrollIntoView({ block: "start" })
  }, [run.is])
  return (
    <section ref={place} aria-label={title} aria-busy={run.is === "running"} class="outcome" tabIndex={-1}>
      <h2>{title}</h2>
      {before}
      {run.value !== undefined && children(run.value, run)}
      <RunStatus {...status} />
    </section>
  )
}

/** A form, its request as code, and the outcome, side by side where there is room. */
export const Panel = <A,>(
  props: OutcomeProps<A> & {
    readonly runner: Runner<A>
    /** The title of the outcome. */
    readonly result: string
    /** The label of the button. */
    readonly label: string
    readonly fields: ComponentChildren
    readonly shown: Shown
    readonly begin: () => void
  }
) => (
  <div class="split">
    <div>
      <Form {...props} run={props.begin}>
        {props.fields}
      </Form>
      <Code shown={props.shown} />
    </div>
    <Outcome {...props} title={props.result} />
  </div>
)
