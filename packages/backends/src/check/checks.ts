// The parts of `leadline backends check` that all kinds use: findings, and whether a backend is there.
import type { ApiError } from "@leadline/core/errors"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { JsonClient } from "../http/JsonClient.ts"

/** One line of the table of `leadline backends check`. */
export interface Finding {
  /** As `reachable`, `dialect`, `log-probabilities`, `labels`, `images`, `tools`, `embeddings` and so on. */
  readonly capability: string
  /** `yes`, `no`, or a value such as `28 ms`. */
  readonly value: string
  /** Routes need it and it is missing: the command exits with 1. */
  readonly isFailure?: boolean
  /** Advice, for a failure. */
  readonly advice?: string
}

/** The value of an effect, and how long it took, as `28 ms`. */
export const withLatency = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.timed(effect), ([duration, value]) => ({
    value,
    latency: `${Math.round(Duration.toMillis(duration))} ms`
  }))

/** Advice to the operator on the error of a call of the check: a sentence or two. */
export const adviceOn = (error: ApiError): string => {
  switch (error._tag) {
    case "InternalServerError":
      return "It refuses the key, or has no such path or model: check apiKey, url and models."
    case "DeadlineExceededError":
      return "It does not answer in time: check the load of the server, and timeout."
    case "InvalidRequestError":
      return error.type === "invalid_model"
        ? "It has no model for this operation: check models."
        : "It refuses a plain request: check models and limits."
    case "RateLimitError":
    case "UnavailableError":
      return "It is overloaded, or what it asks itself is away: try it again later."
    default:
      return `${error.message} The log says more.`
  }
}

/** Characters of an answer that advice quotes. */
const shownLength = 80

/** Advice on an error without a status, by its class. */
const adviceFor: { readonly [tag: string]: string } = {
  ConnectionError: "Nothing answers there: check url, and that the server runs.",
  DeadlineExceededError: "It does not answer in time: check url, and the load of the server."
}

/** What it answered, with the beginning of what it said or of what is wrong with its body. */
const answered = ({ message, status }: ApiError): string =>
  `It answers ${status === undefined ? "" : `${status}: `}${message.slice(0, shownLength).toWellFormed()}`

const keyRefused = "It refuses the key: check apiKey."

/**
 * Asks for a path that every server of the kind has. Any status counts as an answer, a refused key as a failure. `answers`:
 * whether the path has JSON, or may have anything.
 */
export const checkReachable = (
  client: JsonClient,
  path: string,
  answers: "json" | "any" = "json"
): Effect.Effect<ReadonlyArray<Finding>> =>
  Effect.gen(function* () {
    const { latency, value: error } = yield* withLatency(
      Effect.flip(client.probe({ path })).pipe(Effect.orElseSucceed(() => undefined))
    )
    const isAnswer =
      answers === "any" && (error?.status !== undefined || error?._tag === "InvalidResponseError")
    if (error === undefined || isAnswer) return [{ capability: "reachable", value: latency }]
    if (error.status === 401 || error.status === 403)
      return [{ capability: "reachable", value: "key refused", isFailure: true, advice: keyRefused }]
    if (error.status !== undefined) {
      const found = { capability: "reachable", value: `${latency}, ${error.status}` }
      const isPlain = error.status < 500 && error._tag !== "InvalidResponseError"
      return [isPlain ? found : { ...found, advice: answered(error) }]
    }
    return [
      {
        capability: "reachable",
        value: "no",
        isFailure: true,
        advice: adviceFor[error._tag] ?? `${answered(error)} Check kind and url.`
      }
    ]
  })
