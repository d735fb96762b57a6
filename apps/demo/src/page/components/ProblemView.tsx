// A failed call in plain words, with what to do next.
// Source: §7; Assumed: ours for the words.
import type { Problem } from "../../protocol.ts"
import { duration } from "../format.ts"
import { Facts } from "./ResponseFacts.tsx"

const next: { readonly [tag: string]: string } = {
  InvalidRequestError: "Correct the request. The paths below show where it is invalid.",
  AuthenticationError: "Use a valid key. The demo reads its own from LEADLINE_API_KEY when it starts.",
  PermissionDeniedError: "Use a key with this permission.",
  NotFoundError: "Check the id and the base URL.",
  ConflictError: "Load the latest revision, then try again.",
  PayloadTooLargeError: "Send a smaller request.",
  RateLimitError: "Wait, then try again.",
  InternalServerError: "Try again later. If it keeps failing, report the request id.",
  ConnectionError: "Check the network and the base URL, then try again.",
  UnavailableError: "Try again later.",
  DeadlineExceededError: "Allow more time, or send a smaller request.",
  InvalidResponseError:
    "Check the base URL. If it is right, report the problem: the response does not match the API.",
  StreamTruncatedError: "Use what arrived, or send the request again.",
  DemoAway: "Start the demo again if it was stopped, then try again.",
  DemoSessionOver: "Reload the page. Your input is kept; keys of the old session are no longer listed.",
  DemoTooFast: "Wait a second, then try again.",
  DemoPage: "Reload the page. Your input is kept."
}

/** Failures of the demo itself have no error class, so they have titles of their own. */
const titles: { readonly [tag: string]: string } = {
  DemoAway: "The demo server does not respond",
  DemoSessionOver: "The session has expired",
  DemoTooFast: "Too many requests",
  DemoRefused: "The demo server refused the request",
  DemoBroken: "The demo server failed",
  DemoPage: "The page failed"
}

/** Only reloading the page helps. */
const isOver = (tag: string): boolean => tag === "DemoSessionOver" || tag === "DemoPage"

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
    ["events received", eventsSeen?.toString()],
    ["may have reached the service", sent === undefined ? undefined : sent ? "yes" : "no"],
    ["retryable", isRetryable === undefined ? undefined : isRetryable ? "yes" : "no"],
    ["request id", requestId]
  ]
  return facts.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
}

/** An error with what to do about it, and a button that does it. */
export const ProblemView = ({
  again,
  problem
}: {
  readonly problem: Problem
  /** Makes the call once more. Not offered where the request itself has to change. */
  readonly again?: () => void
}) => (
  <section class="problem" role="alert" data-problem={problem._tag}>
    <h3>{titles[problem._tag] ?? <code>{problem._tag}</code>}</h3>
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
    <Facts facts={factsOf(problem)} />
    {isOver(problem._tag) ? (
      <button type="button" onClick={() => location.reload()}>
        Reload page
      </button>
    ) : again === undefined || problem.phase === "request" ? null : (
      <button
        type="button"
        onClick={({ currentTarget }) => {
          // The button disappears: focus moves to where the answer will be.
          currentTarget.closest<HTMLElement>('.outcome, [role="tabpanel"]')?.focus({ preventScroll: true })
          again()
        }}
      >
        Try again
      </button>
    )}
  </section>
)
