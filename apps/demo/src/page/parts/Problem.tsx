// A failed call in plain words, with what to do next; facts in one line.
// Source: §7; Assumed: ours for the words.
import type { Head, Problem } from "../../protocol.ts"
import { duration } from "../text.ts"

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

/** A name with its value; undefined is not known and not shown. */
export type Fact = readonly [name: string, value: string | number | undefined]

/** Names and values in one line. */
export const Facts = ({ facts }: { readonly facts: ReadonlyArray<Fact> }) => (
  <dl class="facts">
    {facts.map(
      ([name, value]) =>
        value !== undefined && (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        )
    )}
  </dl>
)

/** The facts of a response head. */
export const headFacts = ({
  attempts,
  backend,
  elapsed,
  rateLimit,
  requestId
}: Head): ReadonlyArray<Fact> => [
  ["time", duration(elapsed)],
  ["answered by", backend],
  ["attempts", attempts > 1 ? attempts : undefined],
  ["requests left this second", rateLimit && `${rateLimit.remaining} of ${rateLimit.limit}`],
  ["request id", requestId]
]

const time = (value: number | undefined) => value && duration(value)
const yesNo = (value: boolean | undefined) => (value === undefined ? value : value ? "yes" : "no")

const factsOf = (problem: Problem): ReadonlyArray<Fact> => {
  const { attempts, elapsed, eventsSeen, isRetryable, phase, reason, requestId, retryAfter, sent, status } =
    problem
  return [
    ["status", status],
    ["phase", phase],
    ["reason", reason],
    ["attempts", attempts],
    ["time", time(elapsed)],
    ["retry after", time(retryAfter)],
    ["events received", eventsSeen],
    ["may have reached the service", yesNo(sent)],
    ["retryable", yesNo(isRetryable)],
    ["request id", requestId]
  ]
}

/** An error with what to do about it, and a button that does it, unless the request itself has to change. */
export const ProblemView = (props: { readonly problem: Problem; readonly again?: () => void }) => {
  const { _tag: tag, issues = [], message, phase } = props.problem
  const needsReload = tag === "DemoSessionOver" || tag === "DemoPage"
  const act = needsReload ? () => location.reload() : phase === "request" ? undefined : props.again
  return (
    <section class="problem" role="alert" data-problem={tag}>
      <h3>{titles[tag] ?? <code>{tag}</code>}</h3>
      <p>{message}</p>
      <p>{next[tag]}</p>
      <ul>
        {issues.map((issue) => (
          <li key={issue.path.join(".")}>
            <code>{issue.path.join(".") || "the request"}</code>: {issue.message}
          </li>
        ))}
      </ul>
      <Facts facts={factsOf(props.problem)} />
      {act && (
        <button
          type="button"
          onClick={({ currentTarget }) => {
            // The button disappears: focus moves to where the answer will be.
            currentTarget.closest<HTMLElement>(".outcome, main")?.focus({ preventScroll: true })
            act()
          }}
        >
          {needsReload ? "Reload page" : "Try again"}
        </button>
      )}
    </section>
  )
}
