// Sends the requests of `leadline verify`, one after the other, and judges what comes back.
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { StartupError } from "../StartupError.ts"
import type { Dialect, Finding } from "./Check.ts"
import { addressOf } from "./dialects.ts"
import { evaluate } from "./evaluate.ts"
import { type KeyUse, maxTokens, type Probe, probesOf } from "./probes.ts"
import { type Exchange, parsed, type Received, textsIn } from "./received.ts"

/** What is checked, and how. */
export interface VerifyOptions {
  readonly url: URL
  readonly dialect: Dialect
  readonly model: string
  /** Default: none, and the checks of keys are not made. */
  readonly apiKey?: Redacted.Redacted | undefined
  /** Milliseconds for each answer. */
  readonly timeout: number
  /** Ids of checks that are known to fail. */
  readonly baseline?: ReadonlySet<string> | undefined
}

/** What a run sends at most. */
export interface Plan {
  readonly address: string
  readonly requests: number
  /** Repetitions after 429 or 503 at most, of all requests together. */
  readonly repetitions: number
  readonly inputTokens: number
}

/** The verdict: `compatible`, that clients of the dialect work; `strict`, that everything is as the contract says. */
export interface Verdict {
  readonly compatible: boolean
  readonly strict: boolean
}

/** The result of a run. */
export interface Report {
  readonly address: string
  readonly dialect: Dialect
  readonly model: string
  readonly requests: number
  readonly verdict: Verdict
  readonly findings: ReadonlyArray<Finding>
  /** Entries of the baseline whose checks do not fail any more, or do not exist. */
  readonly stale: ReadonlyArray<string>
}

/** Repetitions of all requests together. */
const maxRepetitions = 20

/** Seconds that a server may ask to wait. */
const maxWait = 10

/** Bytes of an answer that are read: the largest right one has a tenth of it. */
const maxBytes = 1024 * 1024

const wrongKey = "leadline-verify-no-such-key"

/** What a run with these options sends at most. */
export const planOf = ({ dialect, model, url }: Pick<VerifyOptions, "dialect" | "model" | "url">): Plan => {
  const probes = probesOf(dialect, model)
  const tokens = probes.map(maxTokens)
  // A refused request is not billed: one that is repeated is billed once.
  const inputTokens = tokens.reduce((sum, count) => sum + count, 0)
  return {
    address: addressOf(dialect, url),
    requests: probes.length,
    repetitions: maxRepetitions,
    inputTokens
  }
}

const authorization = (use: KeyUse, key: string | undefined): { readonly [name: string]: string } => {
  if (use === "wrong") return { authorization: `Bearer ${wrongKey}` }
  if (use === "none" || key === undefined) return {}
  return use === "elsewhere" ? { "x-api-key": key } : { authorization: `Bearer ${key}` }
}

/** The text of an answer; undefined: it is too long. */
const readText = async ({ body }: Response): Promise<string | undefined> => {
  if (body === null) return ""
  const chunks: Array<Uint8Array> = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString("utf8")
}

/** Reasons of `fetch` in words. */
const reasons: { readonly [reason: string]: string } = {
  ECONNREFUSED: "the connection is refused",
  ECONNRESET: "the connection is cut",
  ENOTFOUND: "the host is not known",
  "bad port": "HTTP clients do not connect to this port, as it is that of another protocol"
}

/** Why `fetch` got no answer. */
const reasonOf = (error: unknown): string => {
  const { cause = error } = error as { readonly cause?: unknown }
  const { code, message } = cause as { readonly code?: string; readonly message?: string }
  const reason = code ?? message ?? "no reason is given"
  return reasons[reason] ?? reason
}

/** Sends a request; as the global `fetch`. */
export type Send = (address: string, init: RequestInit) => Promise<Response>

const once = (
  send: Send,
  { apiKey, timeout }: VerifyOptions,
  address: string,
  probe: Probe
): Effect.Effect<Received> =>
  Effect.tryPromise(async (signal): Promise<Received> => {
    const sent = send(`${address}${probe.suffix}`, {
      method: probe.method,
      headers: {
        accept: "application/json",
        ...(probe.body !== undefined && { "content-type": "application/json" }),
        ...authorization(probe.key, apiKey && Redacted.value(apiKey))
      },
      ...(probe.body !== undefined && { body: probe.body }),
      // A key goes nowhere else.
      redirect: "manual",
      signal
    })
    const response = await sent.catch(reasonOf)
    if (typeof response === "string") return { failure: `no answer: ${response}`, isUnreachable: true }
    const text = await readText(response)
    if (text === undefined) return { failure: `${response.status} with over 1 MiB, which is not read` }
    return { status: response.status, headers: Object.fromEntries(response.headers), text }
  }).pipe(
    Effect.timeoutOrElse({
      duration: timeout,
      orElse: () => Effect.succeed<Received>({ failure: `no answer in ${timeout / 1000} s` })
    }),
    Effect.orElseSucceed((): Received => ({ failure: "the answer broke off" }))
  )

/** Characters of a reason that are shown. */
const shownLength = 300

/** What the first answer says where it is none to decisions; undefined: it may be one, or pass. */
const refusalOf = (address: string, { status, text }: Extract<Received, { status: number }>) => {
  const body = parsed(text)
  if (status === 429 || status === 503) return undefined
  if (typeof body !== "object" || body === null) {
    return `${address} is no decision server: ${status} without JSON. Check the address and --dialect`
  }
  if (status < 400 || status >= 500) return undefined
  const said = textsIn(body).join(" ").slice(0, shownLength).toWellFormed() || "without a reason"
  return `${address} refuses the first request: ${status}: ${said}. Check the address, --dialect and --model`
}

/** Why no other request would be answered; undefined: nothing says so. */
const hopeless = (address: string, received: Received, hasKey: boolean): string | undefined => {
  if ("failure" in received) {
    return received.isUnreachable
      ? `Nothing answers at ${address}: ${received.failure.replace(/^no answer: /, "")}`
      : undefined
  }
  if (received.status !== 401 && received.status !== 403) return refusalOf(address, received)
  return hasKey
    ? `${address} refuses the API key in LEADLINE_API_KEY: ${received.status}`
    : `${address} requires an API key: set LEADLINE_API_KEY`
}

/** Seconds to wait before a request is repeated; undefined: it is not. */
const waitOf = (received: Received): number | undefined => {
  if (!("status" in received) || (received.status !== 429 && received.status !== 503)) return undefined
  const seconds = Number(received.headers["retry-after"] ?? 1)
  return seconds >= 0 && seconds <= maxWait ? seconds : undefined
}

/** Checks a server. Fails if nothing answers its first request, or it or its key is refused. */
export const verify = (options: VerifyOptions, send: Send = fetch): Effect.Effect<Report, StartupError> =>
  Effect.gen(function* () {
    const { apiKey, baseline = new Set<string>(), dialect, model, url } = options
    const address = addressOf(dialect, url)
    const exchanges: Array<Exchange> = []
    let left = maxRepetitions
    for (const probe of probesOf(dialect, model)) {
      let received = yield* once(send, options, address, probe)
      for (let wait = waitOf(received); wait !== undefined && left > 0; wait = waitOf(received)) {
        left--
        yield* Effect.sleep(wait * 1000)
        received = yield* once(send, options, address, probe)
      }
      const reason = exchanges.length > 0 ? undefined : hopeless(address, received, apiKey !== undefined)
      if (reason !== undefined) return yield* new StartupError({ message: reason })
      exchanges.push({ probe, received })
    }
    const findings = evaluate(dialect, model, apiKey !== undefined, exchanges).findings(dialect, baseline)
    const failed = findings.filter(({ outcome }) => outcome === "failed")
    const stale = [...baseline].filter((id) => !failed.some((finding) => finding.id === id))
    const counts = failed.filter(({ isExpected }) => !isExpected)
    const isTolerant = findings.every(({ level, outcome }) => level === "info" || outcome !== "tolerated")
    const hasAnswer = findings.some(({ id, outcome }) => id === "form.status" && outcome === "passed")
    const compatible = hasAnswer && counts.every(({ level }) => level !== "must")
    return {
      address,
      dialect,
      model,
      requests: exchanges.length + maxRepetitions - left,
      verdict: {
        compatible,
        strict: compatible && isTolerant && failed.every(({ level }) => level === "info")
      },
      findings,
      stale
    }
  })
