// All that the server knows of one request while it runs, for its answer, access log, metrics and span.
import type * as Context from "effect/Context"
import * as SecureRandom from "effect/crypto/SecureRandom"
import type * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import type { Caller } from "./Caller.ts"
import type { RateLimitError } from "../errors/ApiError.ts"
import type { ServerExchange } from "./ServerExchange.ts"
import type { Shutdown } from "./lifecycle/Shutdown.ts"
import { decodeStrict, encodeText } from "../protocol/utf8.ts"
import { bytesPerStep } from "../scheduling/limits.ts"
import type { AddHeaders, AnsweredBy, ServedRequest } from "../validation/ServedRequest.ts"
import type { ServerResponse } from "./ServerResponse.ts"
import type { Settings } from "./ServerSettings.ts"

const idsPerBatch = 256
const randomBytes = 16
const characters = 36

const digits = encodeText("0123456789abcdef")
const hyphens = encodeText("-".repeat(idsPerBatch * characters))

/** The text of many ids, one behind the other. */
const makeIds = (): string => {
  const random = SecureRandom.randomBytesUnsafe(idsPerBatch * randomBytes)
  const text = hyphens.slice()
  let end = 0
  for (let index = 0; index < random.length; index++) {
    const place = index % randomBytes
    let byte = random[index] ?? 0
    if (place === 6) byte = (byte & 0x0f) | 0x40
    if (place === 8) byte = (byte & 0x3f) | 0x80
    if (place === 4 || place === 6 || place === 8 || place === 10) end++
    text[end++] = digits[byte >> 4] ?? 0
    text[end++] = digits[byte & 0x0f] ?? 0
  }
  return decodeStrict(text)
}

let ids = ""
let at = 0

/** A new request id: a UUID of version 4, cut from a text of many. Put together one by one, each is 20 strings. */
export const makeRequestId = (): string => {
  if (at === ids.length) {
    ids = makeIds()
    at = 0
  }
  return ids.slice(at, (at += characters))
}

/** The name of an engine that works in this process. */
export const inProcess = "embedded"

/** One request. No key, no body, no path as it came. */
export class RequestContext implements ServedRequest {
  /** The id of the request, in its answer and in each log line about it. */
  readonly id = makeRequestId()
  /** Private, because it holds the key: a printed log entry with its fiber must not show it. */
  readonly #exchange: ServerExchange
  readonly settings: Settings
  /** The context of the fiber of the request: clock, metrics, log. */
  readonly fiberContext: Context.Context<never>
  /** One of HTTP's usual methods, or `OTHER`. */
  readonly method: string
  /** The path template of the route, or `none`. */
  readonly route: string
  /** Milliseconds of the clock. */
  readonly startedAt: number
  /** Bytes of the request body: as declared, until it is read. */
  bytesIn: number
  bytesOut = 0
  /** Events of a stream. */
  events = 0
  /** The `usage` of the answer, or of its last event that has one. */
  usage: unknown
  firstByteAt: number | undefined
  caller: Caller["Service"] | undefined
  /** Reserves input tokens of the caller's group; undefined: they are not limited. */
  reserveTokens: ReserveTokens | undefined
  /** Bytes taken of the memory of bodies, and of these those for the answer. */
  heldBytes = 0
  #answerBytes = 0
  readonly #memory: BodyMemory | undefined
  /** Characters or bytes of the request body, whichever is more. */
  bodyLength = 0
  /** The engine that answered, and how many requests it sent to other services. */
  engine: string | undefined
  attempts = 0
  /** The models that answered, where a policy asks. */
  answeredBy: Array<AnsweredBy> | undefined
  /** Why it failed, from a fixed set, where the status does not say it. */
  error: string | undefined
  /** How its stream broke off: see `telemetry/engineTelemetry.ts`. */
  outcome: string | undefined
  /** Runs with the outcome of a stream when it is over. */
  onStreamEnd: ((outcome: string) => void) | undefined
  /** Settles the reserved tokens of a stream by how its events ended. */
  settleStream: ((exit: Exit.Exit<unknown, unknown>) => Effect.Effect<void>) | undefined
  /**
   * Calls an operation for the caller with a body of JSON, as a protocol does: within the rights, the budget and the tokens
   * of the caller. Gives its answer, or its refusal. Set for routes that call operations.
   */
  call: ((operation: string, body: string) => Effect.Effect<ServerResponse>) | undefined
  /** Runs a function when the server ends, until what it returns is called. */
  readonly whenEnding: Shutdown["Service"]["whenEnding"]
  readonly #addHeaders: Array<AddHeaders> = []
  readonly #releases: Array<() => void> = []
  #isOver = false

  constructor(
    exchange: ServerExchange,
    settings: Settings,
    facts: {
      readonly fiberContext: Context.Context<never>
      readonly method: string
      readonly route: string
      readonly startedAt: number
      readonly bytesIn: number
      readonly whenEnding: Shutdown["Service"]["whenEnding"]
      /** Default: as much as it likes. */
      readonly memory?: BodyMemory
    }
  ) {
    this.#exchange = exchange
    this.settings = settings
    this.fiberContext = facts.fiberContext
    this.method = facts.method
    this.route = facts.route
    this.startedAt = facts.startedAt
    this.bytesIn = facts.bytesIn
    this.whenEnding = facts.whenEnding
    this.#memory = facts.memory
  }

  get exchange(): ServerExchange {
    return this.#exchange
  }

  get remoteAddress(): string | undefined {
    return this.#exchange.remoteAddress
  }

  /**
   * Completes a path with the public URL of the settings, else with the server's own origin where its runtime knows it,
   * else leaves it relative; absolute URLs are unchanged. Headers of the request are ignored: the reader of the URL may not
   * be the one who chose the `Host`.
   */
  absoluteUrl(address: string): string {
    if (!address.startsWith("/")) return address
    return `${this.settings.publicUrl ?? this.#exchange.localOrigin() ?? ""}${address}`
  }

  /** Adds headers to the answer, whatever it will be. */
  addHeaders(add: AddHeaders): void {
    this.#addHeaders.push(add)
  }

  /** Completes the headers of the answer. */
  completeHeaders(headers: { [name: string]: string }): void {
    for (const add of this.#addHeaders) Object.assign(headers, add(headers))
  }

  /**
   * Takes memory for an answer of so many bytes until the request is over. Takes none for a small answer, nor what the
   * request holds already. False: its group has its share.
   */
  takeAnswer(bytes: number): boolean {
    const more = bytes - this.#answerBytes
    if (bytes <= bytesPerStep || more <= 0 || this.#memory === undefined) return true
    if (!this.#memory.take(this, more)) return false
    this.#answerBytes = bytes
    return true
  }

  /** Runs a function when the request is over, or at once if it is: gives back what it has taken. */
  onRelease(release: () => void): void {
    if (this.#isOver) release()
    else this.#releases.push(release)
  }

  /** Gives back all that the request has taken, once. */
  release(): void {
    this.#isOver = true
    for (const release of this.#releases.splice(0)) release()
  }
}

/** Puts what was used in the place of what was reserved. */
export type SettleTokens = (used: number) => Effect.Effect<void>

/** Reserves input tokens of the caller's group; fails with a RateLimitError. */
export type ReserveTokens = (tokens: number) => Effect.Effect<SettleTokens, RateLimitError>

/** The memory of bodies. A group has its share of it. */
export interface BodyMemory {
  /** True if {@link take} would give a request so many bytes. */
  readonly fits: (context: RequestContext, bytes: number) => boolean
  /** Takes bytes until the request is over; false: not so many are left for its group, and nothing is taken. */
  readonly take: (context: RequestContext, bytes: number) => boolean
}
