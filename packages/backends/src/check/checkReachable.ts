// Checks that a backend answers, and how fast.
import * as Effect from "effect/Effect"
import type { JsonClient } from "../http/JsonClient.ts"
import type { Finding } from "./Finding.ts"
import { withLatency } from "./withLatency.ts"

/** Advice on an error without a status, by its class. */
const adviceFor: { readonly [tag: string]: string } = {
  ConnectionError: "Nothing answers there: check url, and that the server runs.",
  DeadlineExceededError: "It does not answer in time: check url, and the load of the server."
}

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
    if (error.status !== undefined) return [{ capability: "reachable", value: `${latency}, ${error.status}` }]
    return [
      {
        capability: "reachable",
        value: "no",
        isFailure: true,
        advice: adviceFor[error._tag] ?? "Its answer cannot be read: check kind and url."
      }
    ]
  })
