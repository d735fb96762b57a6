// Attempts, waits and the stream of a call over time, as bars and as a list.
// Source: §7; how the client waits is Assumed: ours.
import type { FaultReport } from "../../protocol.ts"
import { counted, duration } from "../format.ts"

interface Span {
  readonly kind: "attempt" | "wait" | "stream"
  readonly from: number
  readonly to: number
  readonly text: string
}

/** Attempts with the waits between them, then the stream if there was one. */
const spansOf = ({ attempts, elapsed, events }: FaultReport): ReadonlyArray<Span> => {
  const tried = attempts.flatMap(({ endedAt, startedAt, outcome }, at): ReadonlyArray<Span> => {
    const before = attempts[at - 1]
    const attempt: Span = {
      kind: "attempt",
      from: startedAt,
      to: endedAt,
      text: `Attempt ${at + 1}: ${outcome}, after ${duration(endedAt - startedAt)}`
    }
    if (before === undefined) return [attempt]
    const from = before.endedAt
    return [{ kind: "wait", from, to: startedAt, text: `Wait: ${duration(startedAt - from)}` }, attempt]
  })
  const last = attempts.at(-1)
  if (events === 0 || last === undefined) return tried
  const from = last.endedAt
  const text = `Stream: ${counted(events, "event")}, failed after ${duration(elapsed - from)}`
  return [...tried, { kind: "stream", from, to: elapsed, text }]
}

const width = 600
const row = 26

/** A picture hidden from screen readers, and a list that says the same. */
export const Timeline = ({ report }: { readonly report: FaultReport }) => {
  const spans = spansOf(report)
  const [first] = spans
  if (first === undefined) return <p class="hint">No request was sent.</p>
  const whole = Math.max(report.elapsed - first.from, 1)
  const place = (at: number) => ((Math.min(at, report.elapsed) - first.from) / whole) * width
  return (
    <>
      <svg
        class="timeline"
        viewBox={`0 0 ${width} ${spans.length * row}`}
        width="100%"
        height={spans.length * row}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {spans.map(({ from, kind, to }, at) => (
          <g key={at}>
            <line x1="0" x2={width} y1={(at + 0.5) * row} y2={(at + 0.5) * row} class="rail" />
            <rect
              x={Math.min(place(from), width - 4)}
              y={at * row + 4}
              width={Math.max(4, place(to) - place(from))}
              height={row - 8}
              class={kind}
            />
          </g>
        ))}
      </svg>
      <ol class="spans">
        {spans.map(({ kind, text }, at) => (
          <li key={at} class={kind}>
            {text}
          </li>
        ))}
      </ol>
    </>
  )
}
