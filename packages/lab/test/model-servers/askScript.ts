// Asks a scripted model server for decisions, and keeps what it was sent.
import { Decisions, type DecisionsRequest, type Questions } from "@leadline/core/decisions"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { assert } from "vitest"
import {
  type ExtraSettings,
  layerInstance,
  type ModelScript,
  newSeen,
  openaiScript,
  type Script,
  scriptedBackend
} from "../../src/index.ts"
import { servedRequest } from "../backends/served.ts"

export const state = "I was charged twice."
export const noul = { type: "noul", instructions: "Is it late?" } as const
const png =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
export const image = { type: "image_url", image_url: { url: png } }
export const choiceOf = (count: number) => ({
  type: "choice" as const,
  criteria: Object.fromEntries(Array.from({ length: count }, (_, index) => [`option ${index}`, null]))
})

/** Runs work over a scripted server: its result, what the server saw, and the notices of the response. */
export const runOver = async <A, E>(
  script: Script,
  work: Effect.Effect<A, E, Layer.Success<ReturnType<typeof layerInstance>>>,
  settings: ExtraSettings = {}
) => {
  const seen = newSeen()
  const { notices, provide } = servedRequest()
  const instance = layerInstance(scriptedBackend("openai-compatible", script, settings, seen))
  const result = await Effect.runPromise(
    work.pipe(provide, Effect.provide(Layer.orDie(instance)), Effect.scoped, Effect.result)
  )
  return { result, seen, notices: notices() }
}

/** Asks a scripted server; calls of the probe are left out of what was seen. */
export const run = async (
  script: ModelScript | Script,
  questions: Questions,
  { about = state, settings = {} }: { about?: DecisionsRequest["state"]; settings?: ExtraSettings } = {}
) => {
  const asked = await runOver(
    typeof script === "function" ? script : openaiScript(script),
    Decisions.use(({ create }) => create({ model: "decider-27b", state: about, questions })),
    settings
  )
  const calls = asked.seen.requests
    .filter(({ path }) => path === "/v1/chat/completions")
    .map(({ body }) => body as { readonly [field: string]: unknown })
    .filter((body) => !JSON.stringify(body).includes("A coin was thrown"))
  return { ...asked, calls }
}

export const answersOf = ({ result }: Awaited<ReturnType<typeof run>>) => {
  if (result._tag === "Failure") return assert.fail(`${result.failure._tag}: ${result.failure.message}`)
  return result.success
}

export const errorOf = ({ result }: Awaited<ReturnType<typeof run>>) =>
  result._tag === "Failure" ? result.failure : assert.fail("no failure")
