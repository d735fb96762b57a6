// The state of one call: its options, its clock and deadline, its attempts and the response so far.
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import type * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as ApiError from "../errors/ApiError.ts"
import { noRedaction, type Redact } from "../errors/fromStatus.ts"
import { withFields } from "../errors/withFields.ts"
import { durationText } from "../scheduling/durationText.ts"
import { type CancelTimer, setTimer } from "../scheduling/timer.ts"
import { CallOptions, mergeOptions, noOptions } from "./CallOptions.ts"
import * as defaults from "./defaults.ts"
import { isUnsent } from "./errors/fromTransport.ts"
import { retryAfter } from "./retry/RetryPolicy.ts"
import { redactor } from "./redact.ts"
import { type Headers, requestIdOf, type ResponseInfo } from "./response/ResponseInfo.ts"
import type { TransportRequest } from "./Transport.ts"

const toMillis = (duration: Duration.Input | undefined, fallback: number): number =>
  duration === undefined ? fallback : Duration.toMillis(duration)

/** One call of a client, from its first check to its last. All times are in milliseconds. */
export class Call {
  /** The deadline of the response; of a stream, of its head. Counted from `startedAt`. */
  timeout: number
  /** The deadline of the whole call; Infinity for a stream without a `timeout`. */
  readonly total: number
  readonly options: CallOptions
  readonly clock: Clock.Clock
  startedAt: number
  /** The delay before each attempt but the first. */
  readonly waits: Array<number> = []
  attempts = 0
  /** The time it took; undefined until its end. */
  duration: number | undefined
  /** How far the current or last attempt has gone. */
  phase: ApiError.Phase = "request"
  /** Status and headers of the last attempt's response, once they have arrived. */
  head: { readonly status: number; readonly headers: Headers } | undefined
  /** The JSON of the response before any check; of a traced stream, its last event. */
  json: unknown
  /** Bytes received of the last response's body. */
  bodyBytes = 0
  /** The `model` of the request. */
  model: unknown
  isTraced = false
  /** False: the request has no `authorization`. */
  hasKey = true
  /** Texts that no message shows, sorted. */
  secrets: ReadonlyArray<string> = []
  /** The request, once it is built; without key and base URL. */
  request: TransportRequest | undefined
  /** Ends the span of a traced stream. */
  endSpan: ((exit: Exit.Exit<unknown, ApiError.ApiError>) => void) | undefined
  /** Gives its slot to the next waiting call. A stream takes this over, and does so when its body is over. */
  release = (): void => undefined
  /** For example `Decisions.create`. */
  readonly operation: string
  readonly isStream: boolean
  private readonly context: Context.Context<never>
  private redactor: Redact | undefined

  constructor(
    operation: string,
    fiber: Fiber.Fiber<unknown, unknown>,
    clientOptions: CallOptions,
    isStream: boolean
  ) {
    this.operation = operation
    this.context = fiber.context
    this.isStream = isStream
    this.clock = fiber.getRef(Clock.Clock)
    const options = fiber.getRef(CallOptions)
    this.options = options === noOptions ? clientOptions : mergeOptions(clientOptions, options)
    this.total = toMillis(this.options.timeout, isStream ? Infinity : defaults.timeout)
    this.timeout = isStream ? Math.min(this.total, defaults.streamHeadTimeout) : this.total
    this.startedAt = this.now()
  }

  /** Redacts the secrets and the request's texts from a server's message. */
  get redact(): Redact {
    return (this.redactor ??= this.request === undefined ? noRedaction : redactor(this.request, this.secrets))
  }

  /** The server's id of the request. */
  get requestId(): string | undefined {
    const id = requestIdOf(this.head?.headers ?? {})
    // The beginning of a secret is enough.
    return id && this.secrets.some((secret) => id.includes(secret.slice(0, defaults.minRedactedLength)))
      ? "<redacted>"
      : id
  }

  get maxRetries(): number {
    return this.options.maxRetries ?? defaults.maxRetries
  }

  /** The monotonic clock. */
  now(): number {
    return Number(this.clock.monotonicTimeNanosUnsafe()) / 1e6
  }

  /** The time since the call began. */
  elapsed(): number {
    return this.now() - this.startedAt
  }

  /** Starts the clock again, after a wait in the queue. */
  restart(): void {
    this.startedAt = this.now()
  }

  /** Milliseconds that the last response asks to wait. */
  retryAfter(): number | undefined {
    return retryAfter(this.head?.headers ?? {}, this.clock.currentTimeMillisUnsafe())
  }

  /** A timeout of its options. */
  timeoutOption(name: "idleTimeout" | "eventTimeout" | "queueTimeout", fallback: number): number {
    return toMillis(this.options[name], fallback)
  }

  /** The time left until the response is due; of a stream, until its head is. */
  remaining(): number {
    return Math.max(0, this.timeout - this.elapsed())
  }

  /** Runs a callback after a time, unless cancelled. */
  setTimer(millis: number, onTimeout: () => void): CancelTimer | undefined {
    return setTimer(this.clock, this.context, millis, onTimeout)
  }
}

/** Receives each call as it begins, for `withResponse` and `raw`; undefined: nobody does. */
export const CallObserver = Context.Reference<((call: Call) => void) | undefined>(
  "@leadline/core/client/CallObserver",
  { defaultValue: () => undefined }
)

/** The failure of a call at its deadline. */
export const deadlineExceeded = ({ phase, timeout }: Call): ApiError.ApiError =>
  new ApiError.DeadlineExceededError({
    message: `No answer within ${durationText(timeout)}.`,
    phase,
    sent: !isUnsent(phase)
  })

type Facts = { -readonly [name in keyof ResponseInfo]?: ResponseInfo[name] } & Pick<
  ResponseInfo,
  "attempts" | "elapsed"
>

/** Facts of a call that its failure and its response carry. */
export const callFacts = (call: Call, elapsed: number): Facts => {
  const { attempts, head, waits } = call
  const facts: Facts = { attempts, elapsed }
  if (waits.length > 0) facts.waits = waits
  if (head === undefined) return facts
  facts.status = head.status
  const { requestId } = call
  if (requestId) facts.requestId = requestId
  return facts
}

/** A failure with operation, attempts, time and response. A status that an event of a stream named stays. */
export const annotateError = (call: Call, error: ApiError.ApiError): ApiError.ApiError => {
  const { status } = error
  return withFields(error, {
    operation: call.operation,
    ...callFacts(call, call.elapsed()),
    ...(error.phase === "stream" && status !== undefined && { status })
  })
}
