// The executor of backends: it encodes large JSON with pauses, and leaves other formats as they are.
import { assert, it } from "@effect/vitest"
import { ignoredBody, jsonBody, RequestExecutor } from "@leadline/core/internal"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { layerExecutor } from "../../src/http/backendExecutor.ts"
import { scriptedTransport } from "../support/scriptedTransport.ts"

const operation = { name: "a.create", method: "POST", path: "/a", retry: "safe" } as const
const bytes = new Uint8Array([1, 2])

it.effect.each([
  ["as JSON", jsonBody, new TextEncoder().encode(JSON.stringify({ text: "x".repeat(100_000) }))],
  ["in the format of the call", () => ({ type: "application/zip", content: bytes }), bytes]
] as const)("a large request is sent %s", ([, encodeBody, expected]) => {
  const { layer, requests } = scriptedTransport(() => ({ status: 200, body: {} }))
  return Effect.gen(function* () {
    const executor = yield* RequestExecutor
    const request = { text: "x".repeat(100_000) }
    yield* executor.call(operation, executor.execute(operation, request, { ...ignoredBody, encodeBody }))
    assert.deepStrictEqual(requests[0]?.body, expected)
  }).pipe(Effect.provide(Layer.provide(layerExecutor({ baseUrl: "https://a.example" }), layer)))
})
