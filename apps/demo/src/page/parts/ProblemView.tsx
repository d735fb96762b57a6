// A failed call in plain words, with what the caller does next.
// Source: §7; Assumed: ours for the words.
import type { Problem } from "../../shared/wire.ts"

const next: { readonly [tag: string]: string } = {
  InvalidRequestError: "Fix the request: the paths below say where.",
  AuthenticationError: "Use another key.",
  PermissionDeniedError: "Ask for the right to do this.",
  NotFoundError: "Check the id, or the base URL.",
  ConflictError: "Read again, then write.",
  PayloadTooLargeError: "Send less.",
  RateLimitError: "Wait, then try again.",
  InternalServerError: "Try later, and report the request id.",
  ConnectionError: "Check the network and the base URL, then try again.",
  UnavailableError: "Try later.",
  DeadlineExceededError: "Allow more time, or send less.",
  InvalidResponseError: "Check the base URL, and report it: the answer is not of the contract.",
  StreamTruncatedError: "Keep what came, or ask again."
}

const duration = (milliseconds: number) =>
  milliseconds >= 60_000
    ? `${Math.round(milliseconds / 60_000)} min`
    : milliseconds >= 1_000
      ? `${(milliseconds / 1_000).toFixed(1)} s`
      : `${Math.round(milliseconds)} ms`

const factsOf = (problem: Problem): ReadonlyArray<readonly [string, string]> => {
  const { attempts, elapsed, eventsSeen, isRetryable, phase, reason, requestId, retryAfter, sent, status } =
    problem
  const facts: ReadonlyArray<readonly [string, string | undefined]> = [
    ["status", status?.toString()],
    ["phase", phase],
    ["reason", reason],
    ["attempts", attempts?.toString()],
    ["time", elapsed === undefined ? undefined : duration(elapsed)],
    ["retry after", retryAfter === undefined ? undefined : duration(retryAfter)],
    ["events before it", eventsSeen?.toString()],
    ["may have arrived", sent === undefined ? undefined : sent ? "yes" : "no"],
    ["worth trying again", isRetryable === undefined ? undefined : isRetryable ? "yes" : "no"],
    ["request id", requestId]
  ]
  return facts.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
}

/** An error, told so that a person knows what to do. */
export const ProblemView = ({ problem }: { readonly problem: Problem }) => (
  <section class="problem" role="alert">
    <h3>
      <code>{problem._tag}</code>
    </h3>
    <p>{problem.message}</p>
    {next[problem._tag] === undefined ? null : <p class="next">{next[problem._tag]}</p>}
    {problem.issues === undefined ? null : (
      <ul>
        {problem.issues.map(({ message, path }) => (
          <li key={path.join(".")}>
            <code>{path.join(".") || "the request"}</code>: {message}
          </li>
        ))}
      </ul>
    )}
    <dl class="facts">
      {factsOf(problem).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  </section>
)
