// What tests of secrets share: careless words, a logger that keeps its lines, and a look at all that a call shows.
import type { Answer, Client, Logger } from "@leadline/core/client"
import * as Cause from "effect/Cause"
import * as Redacted from "effect/Redacted"
import { inspect } from "node:util"
import { type collecting, shownOf } from "./collecting.ts"
import type { everyCall } from "./everyCall.ts"
import { leaks } from "./faults/leaks.ts"
import { canaryKey, canaryPrompt, echo } from "./faults/operations.ts"
import { key } from "./servers.ts"

/** Headers of JSON, pages and events. */
export const json = { "content-type": "application/json" }
export const html = { "content-type": "text/html" }
export const events = { "content-type": "text/event-stream" }

/** Failures in the service's own words, which repeat what they were sent: the key, and the prompt where one was. */
export const wordsOf = (type: string | undefined, body: string) => {
  const said = type === json["content-type"] && body.includes(canaryPrompt) ? echo : canaryKey
  return {
    words: JSON.stringify({ error: { message: `No: ${said}`, type: said, param: said } }),
    detail: JSON.stringify({
      detail: [{ loc: ["body", said], msg: `Not ${said}`, input: echo, type: "value_error" }]
    })
  }
}
/** {@link wordsOf}. */
export type Words = ReturnType<typeof wordsOf>

/** A logger of every level, and its lines. */
export const keeping = () => {
  const lines: Array<string> = []
  const keep = (line: string): void => void lines.push(line)
  const logger: Logger = { error: keep, warn: keep, info: keep, debug: keep }
  return { lines, logger }
}

/** Does a text hold a key or the prompt? */
export const secret = (text: string): boolean =>
  [canaryKey, canaryPrompt, Redacted.value(key)].some((one) => text.includes(one))

/** What a call tells of itself. */
export interface Watched {
  readonly lines: Array<string>
  readonly spans: ReturnType<typeof collecting>["spans"]
}

type Call = (typeof everyCall)[keyof typeof everyCall]

/** Waits for an answer with its head, where it has one. */
const headOf = async (asked: Promise<unknown> | Answer<unknown>): Promise<unknown> =>
  "withResponse" in asked ? (await asked.withResponse()).response : void (await asked)

/** Calls once, and gives its failure, if any, with every text that shows a secret. */
export const look = async (client: Client, call: Call, { lines, spans }: Watched, timeout: number) => {
  const { error, head } = await headOf(call(client, { timeout })).then(
    (answered) => ({ error: undefined, head: answered }),
    (failure: unknown) => ({ error: failure, head: undefined })
  )
  const shown = [
    ...lines.splice(0),
    ...spans.splice(0).map(shownOf),
    inspect([client, head], { depth: 10, showHidden: true }),
    ...(error === undefined ? [] : [Cause.pretty(Cause.fail(error)), Cause.pretty(Cause.die(error))])
  ]
  return { error, found: [...shown.filter(secret), ...(error === undefined ? [] : leaks(error))] }
}
