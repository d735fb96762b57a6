// Requests to a server whose telemetry is tested; all their texts contain a canary.
import { assert } from "vitest"
import type { start } from "./serverProcess.ts"

/** A text that must not appear in any telemetry. */
export const canary = "canary-9e41f0"

/** The API key of the server. */
export const key = "operations-key-0123456789abcdef"

/** Sends one request. */
export const ask = (baseUrl: string, state: string, headers: { readonly [name: string]: string } = {}) =>
  fetch(`${baseUrl}/v1/decisions?q=${canary}`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, ...headers },
    body: JSON.stringify({
      model: "decider-27b",
      state,
      questions: { [canary]: { type: "noul", instructions: canary } }
    })
  })

/** Ends a server gracefully. */
export const stop = async (server: ReturnType<typeof start>) => {
  server.child.kill("SIGTERM")
  assert.strictEqual(await server.ended, 0)
}
