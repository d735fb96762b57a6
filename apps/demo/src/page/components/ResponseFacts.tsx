// Facts about a response: time, attempts, request id, what is left of the rate limit.
// Source: §7.1.
import type { Head } from "../../protocol.ts"
import { duration } from "../format.ts"

/** Names and values in one line. */
export const Facts = ({ facts }: { readonly facts: ReadonlyArray<readonly [string, string]> }) =>
  facts.length === 0 ? null : (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )

/** Facts about a response in one line, and further ones. */
export const ResponseFacts = ({
  facts = [],
  head: { attempts, backend, elapsed, rateLimit, requestId }
}: {
  readonly head: Head
  readonly facts?: ReadonlyArray<readonly [string, string]>
}) => (
  <Facts
    facts={[
      ["time", duration(elapsed)],
      ...facts,
      ...(backend === undefined ? [] : [["answered by", backend] as const]),
      ...(attempts > 1 ? [["attempts", `${attempts}`] as const] : []),
      ...(rateLimit === undefined
        ? []
        : [["requests left this second", `${rateLimit.remaining} of ${rateLimit.limit}`] as const]),
      ...(requestId === undefined ? [] : [["request id", requestId] as const])
    ]}
  />
)
