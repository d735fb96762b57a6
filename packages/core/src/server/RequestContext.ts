// What is noted of a request while it runs, for its line in the access log, its metrics and its span.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Caller } from "./Authentication.ts"
import type { Drain } from "./lifecycle/Shutdown.ts"
import { makeRequestId } from "./requestId.ts"

/** The engine that works in this process, and leaves no name. */
export const inProcess = "embedded"

/** Notes of one request. Ids and names only: no key, no body, no path as it came. */
export class Noted {
  /** The id of the request, in its answer and in each line about it. */
  readonly id = makeRequestId()
  /** One of the contract's methods, or `OTHER`. */
  readonly method: string
  /** The template of the path, or `none`. */
  readonly route: string
  /** Milliseconds of the clock. */
  readonly startedAt: number
  /** Bytes of the body: as declared, until more have come. */
  bytesIn: number
  bytesOut = 0
  /** Events of a stream. */
  events = 0
  firstByteAt: number | undefined
  caller: Caller["Service"] | undefined
  /** Which engine worked on it, and how often it asked a service beneath. */
  engine: string | undefined
  attempts = 0
  /** Why it failed, from a fixed set, where the status does not say it. */
  error: string | undefined
  /** What broke a stream off: see `engineOutcome.ts`. */
  outcome: string | undefined
  /** Hears how a stream went, when it is over. */
  whenOver: ((outcome: string) => void) | undefined

  /** Hears of the end of the server, until what it gives is called. */
  readonly whenEnding: Drain["Service"]["whenEnding"]

  constructor(
    method: string,
    route: string,
    startedAt: number,
    bytesIn: number,
    whenEnding: Drain["Service"]["whenEnding"]
  ) {
    this.whenEnding = whenEnding
    this.method = method
    this.route = route
    this.startedAt = startedAt
    this.bytesIn = bytesIn
  }
}

/** The notes of the request that runs; undefined outside one. */
export const CurrentRequest = Context.Reference<Noted | undefined>("@leadline/core/http/CurrentRequest", {
  defaultValue: () => undefined
})

/** Takes a note of the request that runs; does nothing outside one. */
export const note = (take: (noted: Noted) => void): Effect.Effect<void> =>
  Effect.withFiber((fiber) => {
    const noted = fiber.getRef(CurrentRequest)
    if (noted !== undefined) take(noted)
    return Effect.void
  })
