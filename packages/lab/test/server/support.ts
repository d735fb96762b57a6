// Requests, waits and clocks of the tests of servers.
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import * as Net from "node:net"
import { assert } from "vitest"
import { apiKey } from "../../src/index.ts"

/** The header of the valid key. */
export const authorization = `Bearer ${Redacted.value(apiKey)}`

/** A decisions request. */
export const decision = (state: unknown) => ({
  model: "decider-27b",
  state,
  questions: { a: { type: "noul", instructions: "Is it?" } }
})

/** A chat request: its content, or the script of the fake engine. */
export const chat = (content: string | object, stream: boolean) => ({
  model: "sonar",
  stream,
  messages: [{ role: "user", content: typeof content === "string" ? content : JSON.stringify(content) }]
})

/** An engine that says nothing, after its first event. */
export const silent = { after: 1, silent: true }

/** A POST with the valid key. */
export const post = (body: unknown, init: RequestInit = {}): RequestInit => ({
  method: "POST",
  headers: { authorization },
  body: typeof body === "string" ? body : JSON.stringify(body),
  ...init
})

/** A request to a handler in memory. */
export const request = (path: string, init?: RequestInit) => new Request(`http://localhost${path}`, init)

/** Waits for what comes by itself, `5_000` turns of a timer at most: the bound only ends a hang. */
export const until = async (holds: () => boolean): Promise<void> => {
  for (let tries = 0; !holds(); tries++) {
    if (tries > 5_000) return assert.fail(`it does not come to pass: ${holds.toString()}`)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}

/** Lets what was sent within this process arrive. Nothing may depend on it: what was not read yet is read as one piece. */
export const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/** A connection, and the text that has come over it. */
export const connect = (baseUrl: string) => {
  const { hostname, port } = new URL(baseUrl)
  const socket = Net.connect(Number(port), hostname).setNoDelay(true)
  const heard = { text: "" }
  socket.on("data", (bytes: Uint8Array) => (heard.text += String(bytes)))
  socket.on("error", () => undefined)
  return { heard, socket }
}

/** A clock that only the test moves. */
export const makeClock = () => Effect.runPromise(Effect.scoped(TestClock.make()))

/** Moves a clock by milliseconds. */
export const move = (clock: TestClock.TestClock, milliseconds: number): Promise<void> =>
  Effect.runPromise(clock.adjust(milliseconds))

/** Milliseconds in which a server on {@link makeClock} ends. */
export const grace = 20_000

/** Ends a server, and interrupts what has no answer 3 seconds before the grace is over. */
export const endOn = async (clock: TestClock.TestClock, dispose: () => Promise<void>): Promise<void> => {
  const ended = dispose()
  await turns()
  await move(clock, grace - 3_000)
  return ended
}
