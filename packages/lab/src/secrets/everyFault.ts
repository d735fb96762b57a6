// Every fault of a script, with bodies that repeat key and prompt, and the search of what an operation shows of them.
import { isApiError } from "@leadline/core/errors"
import { fail, mockClient, type SentRequest, type Step } from "@leadline/core/testing"
import * as Redacted from "effect/Redacted"
import { inspect } from "node:util"
import { canaryKey, echo } from "../faults/operations.ts"
import type { everyOperation } from "./everyOperation.ts"
import {
  callAndFindSecrets,
  containsSecret,
  type ErrorBodies,
  errorBodies,
  events,
  html,
  json,
  recordingLogger
} from "./findSecrets.ts"
import { recordingTracer } from "./recordingTracer.ts"

/** A step made of what is sent. */
const saying =
  (
    make: (words: ErrorBodies) => {
      readonly status: number
      readonly headers: Record<string, string>
      readonly body: string
    }
  ) =>
  ({ body, headers }: SentRequest): Step =>
    fail.raw(make(errorBodies(headers["content-type"], JSON.stringify(body) ?? "")))

const statuses = [400, 401, 403, 404, 405, 407, 409, 413, 422, 429, 500, 501, 502, 503, 504]

const faults: { readonly [title: string]: Step | ReturnType<typeof saying> } = {
  "a connection refused": fail.refused(),
  "a connection reset": fail.reset(),
  "a name not found": fail.broken("ENOTFOUND"),
  silence: fail.stall(),
  "a redirect": fail.raw({ status: 307, headers: { location: `http://other.test/?${canaryKey}` } }),
  "a page": fail.raw({ status: 200, headers: html, body: `<p>${echo}` }),
  "JSON that breaks off": fail.raw({ status: 200, headers: json, body: `{"id":"${echo}` }),
  "another contract's JSON": fail.raw({
    status: 200,
    headers: json,
    body: JSON.stringify({ [echo]: echo })
  }),
  "a cut body": fail.cut(
    fail.raw({ status: 200, headers: { ...json, "content-length": "99" }, body: echo }),
    9
  ),
  "an unknown status": saying(({ messageBody }) => ({ status: 600, headers: json, body: messageBody })),
  "an unrequested coding": fail.raw({
    status: 200,
    headers: { ...json, "content-encoding": "gzip" },
    body: echo
  }),
  "an event that is no JSON": fail.raw({ status: 200, headers: events, body: `data: {"${echo}\n\n` }),
  "an event of another contract": fail.raw({
    status: 200,
    headers: events,
    body: `data: {"x":"${echo}"}\n\n`
  }),
  "an event that tells a failure": saying(({ messageBody }) => ({
    status: 200,
    headers: events,
    body: `data: ${messageBody}\n\n`
  })),
  "a failed response": fail.raw({
    status: 200,
    headers: events,
    body: `data: {"type":"response.failed","sequence_number":0,"error":{"message":"${echo}"}}\n\n`
  }),
  "no events at all": fail.raw({ status: 200, headers: events }),
  "a failure in place of a stream": saying(({ messageBody }) => ({
    status: 200,
    headers: json,
    body: messageBody
  })),
  ...Object.fromEntries(
    statuses.flatMap((status) => [
      [`${status} with words`, saying(({ messageBody }) => ({ status, headers: json, body: messageBody }))],
      [`${status} with details`, saying(({ detailBody }) => ({ status, headers: json, body: detailBody }))],
      [`${status} with a page`, fail.raw({ status, headers: html, body: `<p>${echo}` })]
    ])
  )
}

/** Meets every fault with an operation: what shows a secret, by fault, and the classes of the errors. */
export const meetEveryFault = async (call: (typeof everyOperation)[keyof typeof everyOperation]) => {
  const shown: Array<string> = []
  const classes = new Set<string>()
  for (const [title, step] of Object.entries(faults)) {
    const { lines, logger } = recordingLogger()
    const { layer, spans } = recordingTracer()
    const options = { apiKey: Redacted.make(canaryKey), logger, logLevel: "debug", layer } as const
    const { client } = mockClient([step, step], { ...options, maxRetries: 1 })
    const timeout = title === "silence" ? 5 : 5_000
    const { error, found } = await callAndFindSecrets(client, call, { lines, spans }, timeout)
    const inspected = inspect(options, { depth: 10 })
    shown.push(...[...found, ...[inspected].filter(containsSecret)].map((text) => `${title}: ${text}`))
    if (isApiError(error)) classes.add(error._tag)
    await client.close().catch(() => undefined)
  }
  return { shown, classes }
}
