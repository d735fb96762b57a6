// Records the requests and responses of a client, without its key, as JSON that another run can replay.
// Source: §5.7 for the key.
import type { Phase } from "../errors/ApiError.ts"
import { codeOf } from "../client/errors/fromTransport.ts"
import { Defect, type Receiver, type Transport, type TransportRequest } from "../client/Transport.ts"
import { concatBytes } from "../protocol/byteChunks.ts"
import { rateLimitHeader } from "../protocol/rateLimitHeaders.ts"
import {
  type Cassette,
  type CassetteAnswer,
  type CassetteExchange,
  type CassetteRequest,
  version
} from "./Cassette.ts"
import { keysIn, keysOf, scrubber } from "./secrets.ts"
import { isSecret, sentRequest } from "./SentRequest.ts"
import { bodyOf, picked, requestOf, scrubExchange } from "./tape.ts"

/** What a recording keeps in addition to methods, paths, queries, statuses and bodies. */
export interface RecordOptions {
  /** More request headers, in lower case. Always kept: `accept`, `content-type`. */
  readonly requestHeaders?: ReadonlyArray<string> | undefined
  /** More response headers, in lower case. Always kept: content type, request id, `retry-after`, rate limit. */
  readonly answerHeaders?: ReadonlyArray<string> | undefined
  /** Changes a request before it is kept. Pass the same function to `replay`, which compares with what is kept. */
  readonly redactRequest?: ((request: CassetteRequest) => CassetteRequest) | undefined
  /** Changes a response before it is kept. */
  readonly redactAnswer?: ((answer: CassetteAnswer) => CassetteAnswer) | undefined
}

/** A recording in progress. */
export interface Recording {
  /** Pass it to a client as `wrapTransport`; several clients may share a recording. */
  readonly wrap: (transport: Transport["Service"]) => Transport["Service"]
  /** The recording so far. `JSON.stringify(recording, null, 2)` calls it and gives the text of the file. */
  readonly toJSON: () => Cassette
}

const sentNames = ["accept", "content-type"]
const answeredNames = [
  "content-type",
  "content-encoding",
  "retry-after",
  "retry-after-ms",
  ...Object.values(rateLimitHeader),
  "x-request-id"
]

/** An exchange in progress. */
interface Seen {
  readonly request: TransportRequest
  /** Content codings that the transport decodes: their header no longer applies. */
  readonly codings: ReadonlyArray<string>
  head?: { readonly status: number; readonly headers: { readonly [name: string]: string } }
  phase?: Phase
  parts: Array<Uint8Array>
  ending?: "end" | { readonly code: string }
  /** An unexpected error ended the call: not recorded. */
  isDefect?: true
}

const watching = (seen: Seen, receiver: Receiver): Receiver => ({
  onPhase: (phase) => {
    seen.phase = phase
    receiver.onPhase(phase)
  },
  onHead: (status, headers) => {
    seen.head = { status, headers }
    receiver.onHead(status, headers)
  },
  onBytes: (bytes) => {
    seen.parts.push(bytes.slice())
    return receiver.onBytes(bytes)
  },
  onEnd: () => {
    seen.ending = "end"
    receiver.onEnd()
  },
  onError: (cause) => {
    if (cause instanceof Defect) seen.isDefect = true
    else seen.ending = { code: codeOf(cause) ?? "UNKNOWN" }
    receiver.onError(cause)
  }
})

const answerOf = (
  { codings, head, parts }: Seen,
  names: ReadonlyArray<string>
): CassetteAnswer | undefined => {
  if (head === undefined) return undefined
  const coding = head.headers["content-encoding"]?.toLowerCase()
  const isUndone = coding !== undefined && coding.split(",").every((one) => codings.includes(one.trim()))
  const headers = picked(head.headers, isUndone ? names.filter((name) => name !== "content-encoding") : names)
  const body = bodyOf(concatBytes(parts), head.headers["content-type"] ?? "")
  return { status: head.status, ...(headers && { headers }), ...(body && { body }) }
}

const endOf = ({ ending, head, phase }: Seen): Pick<CassetteExchange, "broken" | "left"> => {
  if (ending === undefined) return { left: true }
  if (ending === "end") return {}
  return { broken: { ...ending, ...(head === undefined && phase !== undefined && { phase }) } }
}

const named = (which: string, names: ReadonlyArray<string> = []): ReadonlyArray<string> =>
  names.map((name) => {
    if (isSecret(name)) throw new TypeError(`${which}: ${name} is a secret and is never recorded`)
    return name.toLowerCase()
  })

/** The JSON bodies of an exchange. */
const jsonIn = ({ answer, request }: CassetteExchange) =>
  [request.body, answer?.body].flatMap((body) => (body !== undefined && "json" in body ? [body.json] : []))

/** Starts a recording. Throws a TypeError if a header to keep is a secret. */
export const record = (options: RecordOptions = {}): Recording => {
  const { redactAnswer = (answer) => answer, redactRequest = (request) => request } = options
  const sent = [...sentNames, ...named("requestHeaders", options.requestHeaders)]
  const answered = [...answeredNames, ...named("answerHeaders", options.answerHeaders)]
  const all: Array<Seen> = []

  const exchangeOf = (seen: Seen): CassetteExchange => {
    const answer = answerOf(seen, answered)
    return { request: requestOf(sentRequest(seen.request), sent), ...(answer && { answer }), ...endOf(seen) }
  }

  return {
    wrap: (transport) => ({
      ...transport,
      send: (request, receiver) => {
        const seen: Seen = { request, codings: transport.codings, parts: [] }
        all.push(seen)
        return transport.send(request, watching(seen, receiver))
      }
    }),
    toJSON: () => {
      const exchanges = all.filter(({ isDefect }) => isDefect !== true).map(exchangeOf)
      const scrub = scrubber([
        ...all.flatMap(({ request }) => keysOf(request.headers)),
        ...exchanges.flatMap(jsonIn).flatMap(keysIn)
      ])
      return {
        version,
        exchanges: exchanges.map(({ answer, request, ...rest }) =>
          scrubExchange(
            { request: redactRequest(request), ...(answer && { answer: redactAnswer(answer) }), ...rest },
            scrub
          )
        )
      }
    }
  }
}
