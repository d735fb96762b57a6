// Requests to a server whose telemetry is tested; all their texts contain a canary.
import { send } from "./serverProcess.ts"

/** A text that must not appear in any telemetry. */
export const canary = "canary-9e41f0"

/** The API key of the server. */
export const key = "operations-key-0123456789abcdef"

/** Sends one request. */
export const ask = (baseUrl: string, headers?: Record<string, string>) =>
  send(
    `${baseUrl}/v1/decisions?q=${canary}`,
    key,
    {
      model: "decider-27b",
      state: canary,
      questions: { [canary]: { type: "noul", instructions: canary } }
    },
    headers
  )
