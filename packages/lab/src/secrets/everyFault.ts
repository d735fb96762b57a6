// Every fault of a script, with bodies that repeat key and prompt, and the search of what an operation shows of them.
import { isApiError } from "@leadline/core/errors"
import { fail, mockClient, type SentRequest, type Step } from "@leadline/core/testing"
import * as Redacted from "effect/Redacted"
import { inspect } from "node:util"
import { canaryKey, canaryPrompt, echo } from "../faults/operations.ts"
import type { CallOperation } from "./everyOperation.ts"
import { containsSecret, recording } from "./findSecrets.ts"

const json = { "content-type": "application/json" }
const html = { "content-type": "text/html" }
const events = { "content-type": "text/event-stream" }

const raw = (body: string, headers: Record<string, string> = json, status = 200) =>
  fail.raw({ status, headers, body })

/** A step whose body repeats the key, and the prompt where the request had one. */
const saying =
  (bodyOf: (said: string) => string, headers?: Record<string, string>, status?: number) =>
  ({ body, headers: sent }: SentRequest): Step => {
    const isSent =
      sent["content-type"] === json["content-type"] && JSON.stringify(body).includes(canaryPrompt)
    return raw(bodyOf(isSent ? echo : canaryKey), headers, status)
  }

const message = (said: string) => JSON.stringify({ error: { message: said, type: said, param: said } })
const detail = (said: string) =>
  JSON.stringify({ detail: [{ loc: ["body", said], msg: said, input: echo, type: "value_error" }] })

const statuses = [400, 401, 403, 404, 405, 407, 409, 413, 422, 429, 500, 501, 502, 503, 504]

const faults: { readonly [title: string]: Step | ReturnType<typeof saying> } = {
  "a connection refused": fail.refused(),
  "a connection reset": fail.reset(),
  "a name not found": fail.broken("ENOTFOUND"),
  silence: fail.stall(),
  "a redirect": fail.raw({ status: 307, headers: { location: `http://other.test/?${canaryKey}` } }),
  "JSON that breaks off": raw(`{"id":"${echo}`),
  "another contract's JSON": raw(JSON.stringify({ [echo]: echo })),
  "a cut body": fail.cut(raw(echo, { ...json, "content-length": "99" }), 9),
  "an unknown status": saying(message, json, 600),
  "an unrequested coding": raw(echo, { ...json, "content-encoding": "gzip" }),
  "an event that is no JSON": raw(`data: {"${echo}\n\n`, events),
  "an event of another contract": raw(`data: {"x":"${echo}"}\n\n`, events),
  "an event that tells a failure": saying((said) => `data: ${message(said)}\n\n`, events),
  "a failed response": raw(
    `data: {"type":"response.failed","sequence_number":0,"error":{"message":"${echo}"}}\n\n`,
    events
  ),
  "no events at all": raw("", events),
  "422 with details": saying(detail, json, 422),
  "502 with a page": raw(`<p>${echo}`, html, 502),
  ...Object.fromEntries(statuses.map((status) => [`${status} with words`, saying(message, json, status)]))
}

/** Meets every fault with an operation: what shows a secret, by fault, and the classes of the errors. */
export const meetEveryFault = async (operation: CallOperation) => {
  const shown: Array<string> = []
  const classes = new Set<string>()
  for (const [title, step] of Object.entries(faults)) {
    const { call, options: recorded } = recording()
    const options = { apiKey: Redacted.make(canaryKey), ...recorded }
    const { client } = mockClient([step, step], { ...options, maxRetries: 1 })
    const { error, found } = await call(client, operation, title === "silence" ? 5 : 5_000)
    const inspected = [inspect(options, { depth: 10 })].filter(containsSecret)
    shown.push(...[...found, ...inspected].map((text) => `${title}: ${text}`))
    if (isApiError(error)) classes.add(error._tag)
    await client.close().catch(() => undefined)
  }
  return { shown, classes }
}
