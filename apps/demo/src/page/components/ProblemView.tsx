// A failed call in plain words, with what the caller does next.
// Source: §7; Assumed: ours for the words.
import type { Problem } from "../../protocol.ts"
import { duration } from "../format.ts"
import { Facts } from "./ResponseFacts.tsx"

const next: { readonly [tag: string]: string } = {
  InvalidRequestError: "Fix the request: the paths below say where.",
  AuthenticationError: "Use another key. This demo takes its own from LEADLINE_API_KEY when it starts.",
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
  StreamTruncatedError: "Keep what came, or ask again.",
  DemoAway: "Start it again if it was stopped, then try again.",
  DemoSessionOver:
    "Load the page anew. Forms keep what was typed; keys made in the old session are no longer listed.",
  DemoTooFast: "Wait a second, then try again.",
  DemoPage: "Load the page anew. Forms keep what was typed."
}

/** The troubles of the demo itself have no class: they are titled in plain words. */
const titles: { readonly [tag: string]: string } = {
  DemoAway: "The demo's server is away",
  DemoSessionOver: "The session is over",
  DemoTooFast: "Too fast",
  DemoRefused: "The demo's server refused",
  DemoBroken: "The demo's server failed",
  DemoPage: "The page failed"
}

/** Only a page loaded anew helps. */
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
    ["events before it", eventsSeen?.toString()],
    ["may have arrived", sent === undefined ? undefined : sent ? "yes" : "no"],
    ["worth trying again", isRetryable === undefined ? undefined : isRetryable ? "yes" : "no"],
    ["request id", requestId]
  ]
  return facts.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
}

/** An error, told so that a person knows what to do, and with a button that does it. */
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
        Load the page anew
      </button>
    ) : again === undefined || problem.phase === "request" ? null : (
      <button
        type="button"
        onClick={({ currentTarget }) => {
          // The button goes away: readers stay where the answer will be.
          currentTarget.closest<HTMLElement>('.outcome, [role="tabpanel"]')?.focus({ preventScroll: true })
          again()
        }}
      >
        Try again
      </button>
    )}
  </section>
)
