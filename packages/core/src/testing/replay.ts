// A client that replays a recording, and rejects requests that are not in it.
import { type CassetteExchange, type CassetteRequest, readCassette } from "./Cassette.ts"
import { differences } from "./differences.ts"
import { makeScript } from "./Script.ts"
import { onScript, type MockClient, type MockClientOptions } from "./mockClient.ts"
import { keysOf, scrubber } from "./secrets.ts"
import { lineOf } from "./SentRequest.ts"
import type { Step } from "./Step.ts"
import { requestOf, scrubRequest, wireOf } from "./tape.ts"

/** Options of a replay. */
export interface ReplayOptions extends MockClientOptions {
  /** The `redactRequest` of the recording. */
  readonly redactRequest?: ((request: CassetteRequest) => CassetteRequest) | undefined
}

/** How a request differs from the recorded one. Headers that were not kept are not compared. */
const drift = (recorded: CassetteRequest, sent: CassetteRequest): ReadonlyArray<string> => [
  ...differences(recorded.method, sent.method, ["method"], false),
  ...differences(recorded.path, sent.path, ["path"], false),
  ...differences(recorded.query ?? {}, sent.query ?? {}, ["query"], false),
  ...differences(recorded.headers ?? {}, sent.headers ?? {}, ["headers"], true),
  ...differences(contentOf(recorded), contentOf(sent), ["body"], false)
]

/** The value of a JSON body; any other body with its form. */
const contentOf = ({ body }: CassetteRequest): unknown =>
  body !== undefined && "json" in body ? body.json : body

const stepOf = (exchange: CassetteExchange, redact: (request: CassetteRequest) => CassetteRequest): Step => ({
  name: lineOf(exchange.request),
  objections: (request, raw) =>
    drift(exchange.request, scrubRequest(redact(requestOf(request)), scrubber(keysOf(raw.headers)))),
  wire: wireOf(exchange)
})

/**
 * A client that replays a recording, given as JSON text or its value: in order, or by match with `order: "any"`. A
 * request that is not in it, or has another body, rejects with a `ScriptError` that names the fields that differ;
 * `assertDone` and `close` report exchanges that were not requested. Throws a TypeError for a recording that is damaged
 * or has another version.
 */
export const replay = (recording: unknown, options: ReplayOptions = {}): MockClient => {
  const { redactRequest = (request) => request, ...rest } = options
  const { exchanges } = readCassette(recording)
  const script = makeScript(
    exchanges.map((exchange) => stepOf(exchange, redactRequest)),
    rest,
    (position, name) => `exchange ${position} of the recording${name === undefined ? "" : ` (${name})`}`
  )
  return onScript(script, rest)
}
