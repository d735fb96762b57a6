// What the tests about secrets share: error bodies that repeat secrets, a recording logger, and the search for leaks.
import type { ResponsePromise, Client, Logger } from "@leadline/core/client"
import * as Cause from "effect/Cause"
import * as Redacted from "effect/Redacted"
import { inspect } from "node:util"
import { type recordingTracer, spanText } from "./recordingTracer.ts"
import type { CallOperation } from "./everyOperation.ts"
import { leaks } from "../faults/findLeaks.ts"
import { canaryKey, canaryPrompt, echo } from "../faults/operations.ts"
import { apiKey } from "../server/testServer.ts"

/** Content types. */
export const json = { "content-type": "application/json" }
export const html = { "content-type": "text/html" }
export const events = { "content-type": "text/event-stream" }

/** Error bodies that repeat the key, and the prompt where the request had one. */
export const errorBodies = (type: string | undefined, body: string) => {
  const said = type === json["content-type"] && body.includes(canaryPrompt) ? echo : canaryKey
  return {
    messageBody: JSON.stringify({ error: { message: `No: ${said}`, type: said, param: said } }),
    detailBody: JSON.stringify({
      detail: [{ loc: ["body", said], msg: `Not ${said}`, input: echo, type: "value_error" }]
    })
  }
}
/** The result of {@link errorBodies}. */
export type ErrorBodies = ReturnType<typeof errorBodies>

/** A logger that keeps the lines of every level. */
export const recordingLogger = () => {
  const lines: Array<string> = []
  const keep = (line: string): void => void lines.push(line)
  const logger: Logger = { error: keep, warn: keep, info: keep, debug: keep }
  return { lines, logger }
}

/** Whether a text contains a key or the prompt. */
export const containsSecret = (text: string): boolean =>
  [canaryKey, canaryPrompt, Redacted.value(apiKey)].some((one) => text.includes(one))

/** Log lines and spans of a call. */
export interface Recordings {
  readonly lines: Array<string>
  readonly spans: ReturnType<typeof recordingTracer>["spans"]
}

/** Waits for a response; its head, where there is one. */
const responseHead = async (asked: Promise<unknown> | ResponsePromise<unknown>): Promise<unknown> =>
  "withResponse" in asked ? (await asked.withResponse()).response : void (await asked)

/** Calls once: the error, if any, and every text that contains a secret. */
export const callAndFindSecrets = async (
  client: Client,
  call: CallOperation,
  { lines, spans }: Recordings,
  timeout: number
) => {
  const { error, head } = await responseHead(call(client, { timeout })).then(
    (answered) => ({ error: undefined, head: answered }),
    (failure: unknown) => ({ error: failure, head: undefined })
  )
  const shown = [
    ...lines.splice(0),
    ...spans.splice(0).map(spanText),
    inspect([client, head], { depth: 10, showHidden: true }),
    ...(error === undefined ? [] : [Cause.pretty(Cause.fail(error)), Cause.pretty(Cause.die(error))])
  ]
  return { error, found: [...shown.filter(containsSecret), ...(error === undefined ? [] : leaks(error))] }
}
