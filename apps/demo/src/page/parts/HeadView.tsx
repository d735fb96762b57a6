// What came beside an answer: time, attempts, request id, what is left of the limit.
// Source: §7.1.
import type { Head } from "../../shared/wire.ts"

/** The head of an answer in one line, and further facts. */
export const HeadView = ({
  facts = [],
  head
}: {
  readonly head: Head
  readonly facts?: ReadonlyArray<readonly [string, string]>
}) => {
  const all: ReadonlyArray<readonly [string, string]> = [
    ["time", `${Math.round(head.elapsed)} ms`],
    ...facts,
    ...(head.attempts > 1 ? [["attempts", `${head.attempts}`] as const] : []),
    ...(head.rateLimit === undefined
      ? []
      : [["left this second", `${head.rateLimit.remaining} of ${head.rateLimit.limit}`] as const]),
    ...(head.requestId === undefined ? [] : [["request id", head.requestId] as const])
  ]
  return (
    <dl class="facts">
      {all.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
