// No key and no prompt appears anywhere, whichever operation meets whichever fault.
import { isApiError, tags } from "@leadline/core/errors"
import { fail, mockClient, type SentRequest, type Step } from "@leadline/core/testing"
import * as Redacted from "effect/Redacted"
import { inspect } from "node:util"
import { assert, describe, it } from "vitest"
import { recordingTracer } from "../../src/secrets/recordingTracer.ts"
import { everyOperation } from "../../src/secrets/everyOperation.ts"
import { leaks } from "../../src/faults/findLeaks.ts"
import { canaryKey, canaryPrompt, echo } from "../../src/faults/operations.ts"
import {
  events,
  html,
  json,
  recordingLogger,
  callAndFindSecrets,
  containsSecret,
  type ErrorBodies,
  errorBodies
} from "../../src/secrets/findSecrets.ts"

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

describe("on a script", () => {
  const classes = new Set<string>()

  it.each(Object.entries(everyOperation))(
    "%s shows neither key nor prompt, whatever it meets",
    async (_, call) => {
      for (const [title, step] of Object.entries(faults)) {
        const { lines, logger } = recordingLogger()
        const { layer, spans } = recordingTracer()
        const options = { apiKey: Redacted.make(canaryKey), logger, logLevel: "debug" } as const
        const { client } = mockClient([step, step], { ...options, layer, maxRetries: 1 })
        const { error, found } = await callAndFindSecrets(
          client,
          call,
          { lines, spans },
          title === "silence" ? 5 : 5_000
        )
        assert.deepEqual([title, ...found], [title])
        assert.isFalse(containsSecret(inspect(options, { depth: 10 })))
        if (isApiError(error)) classes.add(error._tag)
        await client.close().catch(() => undefined)
      }
    }
  )

  it("every class of error is among what they met", () => {
    assert.sameMembers([...classes], [...tags])
  })

  it("a request that is refused before it is sent shows neither", async () => {
    const { client } = mockClient([], { apiKey: canaryKey })
    const wrong: unknown = { model: canaryPrompt, state: 1, questions: { a: { type: canaryPrompt } } }
    // @ts-expect-error The request is wrong on purpose.
    const error: unknown = await client.decisions.create(wrong).catch((failure: unknown) => failure)
    assert.isTrue(isApiError(error))
    assert.deepEqual(leaks(error), [])
  })

  it("the service's own words stay, but for what they repeat", async () => {
    const long = `${canaryPrompt} and so on, for longer than a server repeats`
    const said = `The model openai/gpt-99-preview is not there, said ${canaryKey} of "${long.slice(0, 40)}..."`
    const { client } = mockClient(
      [fail.raw({ status: 404, headers: json, body: JSON.stringify({ error: { message: said } }) })],
      { apiKey: canaryKey }
    )
    const asked = { model: "openai/gpt-99-preview", input: long }
    const error: unknown = await client.responses.create(asked).catch((failure: unknown) => failure)
    assert.strictEqual(
      Reflect.get(Object(error), "message"),
      `The model openai/gpt-99-preview is not there, said <redacted> of "<redacted>..."`
    )
  })
})
