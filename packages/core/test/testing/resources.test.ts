// Every method of every resource, mocked, recorded and answered from the recording.
import * as Predicate from "effect/Predicate"
import { assert, describe, it } from "vitest"
import type { Client } from "../../src/Client.ts"
import { operations } from "../../src/resources.ts"
import { mockClient, record, replay, respond, type Step } from "../../src/testing/index.ts"
import { collect } from "../fixtures/bulk.ts"
import { examples } from "../fixtures/examples.ts"
import { exampleRequest } from "../fixtures/exampleRequests.ts"
import { chatEvents, responsesEvents } from "../fixtures/streams.ts"

/** Streams that end as the contract wants it, where the one event of the example does not. */
const streams: { readonly [resource: string]: ReadonlyArray<unknown> } = {
  chat: chatEvents(["At noön."]),
  responses: responsesEvents(["At noön."])
}

/** Recordings have no keys. */
const withoutKey = (body: unknown): unknown =>
  Predicate.hasProperty(body, "auth_token") ? { ...body, auth_token: "redacted" } : body

type Methods = { readonly [method: string]: (request?: unknown) => unknown }

const methodsOf = (all: object, resource: string): Methods => Reflect.get(all, resource)

/** Each method: the body of its response, and a call that gives that body. */
const methods = operations.flatMap((operation) => {
  const { events, id, resource } = operation
  const method = id.slice(resource.length + 1)
  const request = exampleRequest(operation)
  const called = {
    name: id,
    body: withoutKey(examples[id]?.response),
    respondWith: methodsOf(respond, resource)[method] as (body: unknown) => Step,
    call: (client: Client) => methodsOf(client, resource)[method]?.(request) as PromiseLike<unknown>
  }
  if (events === undefined) return [called]
  const stream = {
    name: `${resource}.stream`,
    body: streams[resource] ?? [examples[id]?.event],
    respondWith: methodsOf(respond, resource)["stream"] as (body: unknown) => Step,
    call: (client: Client) =>
      collect(methodsOf(client, resource)["stream"]?.(request) as AsyncIterable<unknown>)
  }
  return [called, stream]
})

describe.each(methods)("$name", ({ body, call, respondWith }) => {
  it("is answered from a script, and from the recording of it", async () => {
    const recording = record()
    const first = mockClient([respondWith(body)], { wrapTransport: recording.wrap })
    assert.deepStrictEqual(await call(first.client), body)
    await first.client.close()
    const again = replay(JSON.stringify(recording))
    assert.deepStrictEqual(await call(again.client), body)
    await again.client.close()
  })
})
