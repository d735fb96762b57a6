// Attempts and waits of a call over time, as bars and as a list.
// Source: §7; how the client waits is Assumed: ours.
import type { FaultReport } from "../../shared/wire.ts"
import { duration } from "../format.ts"

interface Span {
  readonly kind: "attempt" | "wait"
  readonly from: number
  readonly to: number
  readonly said: string
}

/** Attempts with the waits between them. */
const spansOf = ({ attempts }: FaultReport): ReadonlyArray<Span> =>
  attempts.flatMap(({ endedAt, startedAt, told }, at): ReadonlyArray<Span> => {
    const before = attempts[at - 1]
    const attempt: Span = {
      kind: "attempt",
      from: startedAt,
      to: endedAt,
      said: `Attempt ${at + 1}: ${told}, after ${duration(endedAt - startedAt)}`
    }
    return before === undefined
      ? [attempt]
      : [
          {
            kind: "wait",
            from: before.endedAt,
            to: startedAt,
            said: `The client waited ${duration(startedAt - before.endedAt)}`
          },
          attempt
        ]
  })

const width = 600
const row = 26

/** The picture is for the eyes; the list beneath says the same. */
export const Timeline = ({ report }: { readonly report: FaultReport }) => {
  const spans = spansOf(report)
  const whole = Math.max(report.elapsed, 1)
  if (spans.length === 0) return <p class="hint">Nothing was sent.</p>
  const place = (at: number) => (Math.min(at, whole) / whole) * width
  return (
    <>
      <svg
        class="timeline"
        viewBox={`0 0 ${width} ${spans.length * row}`}
        width="100%"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {spans.map(({ from, kind, to }, at) => (
          <g key={at}>
            <line x1="0" x2={width} y1={(at + 0.5) * row} y2={(at + 0.5) * row} class="rail" />
            <rect
              x={Math.min(place(from), width - 3)}
              y={at * row + 4}
              width={Math.max(3, place(to) - place(from))}
              height={row - 8}
              class={kind}
            />
          </g>
        ))}
      </svg>
      <ol class="spans">
        {spans.map(({ kind, said }, at) => (
          <li key={at} class={kind}>
            {said}
          </li>
        ))}
      </ol>
    </>
  )
}
