// A JSON body means the same in whatever pieces it arrives.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { once } from "node:events"
import * as Net from "node:net"
import { setTimeout } from "node:timers/promises"
import { apiKey, startServer } from "../../src/index.ts"

/** Sends pieces, each in a packet of its own, and gives the status of the answer. */
const statusOf = async (baseUrl: string, pieces: ReadonlyArray<string>): Promise<string> => {
  const { hostname, port } = new URL(baseUrl)
  const socket = Net.connect(Number(port), hostname).setNoDelay(true)
  const answered = once(socket, "data")
  for (const piece of pieces) {
    socket.write(piece)
    await setTimeout(5)
  }
  const [answer] = (await answered) as [Buffer]
  socket.destroy()
  return answer.toString("latin1", 9, 12)
}

const head = (...lines: ReadonlyArray<string>): string =>
  [
    "POST /v1/decisions HTTP/1.1",
    "host: a",
    "content-type: application/json",
    `authorization: Bearer ${Redacted.value(apiKey)}`,
    ...lines,
    "\r\n"
  ].join("\r\n")

const bodyOf = (characters: number): string =>
  JSON.stringify({
    model: "decider-27b",
    state: "x".repeat(characters),
    questions: { urgent: { type: "noul", instructions: "Does this need attention now?" } }
  })

const inTwo = (text: string): readonly [string, string] => [text.slice(0, 40), text.slice(40)]

const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`

const last = "0\r\n\r\n"

describe("a body", () => {
  const small = bodyOf(10)
  const [one, other] = inTwo(small)
  const chunked = head("transfer-encoding: chunked")
  const sized = (text: string) => head(`content-length: ${text.length}`)

  it.effect.each([
    ["of a declared length, with its head", [sized(small) + small]],
    ["of a declared length, after its head", [sized(small), small]],
    ["of a declared length, in two packets", [sized(small) + one, other]],
    ["of a declared length, of 100 KB", [sized(bodyOf(100_000)) + bodyOf(100_000)]],
    ["of a declared length, of 600 KB", [sized(bodyOf(600_000)) + bodyOf(600_000)]],
    ["in one chunk, with its head", [chunked + chunk(small) + last]],
    ["in two chunks, with its head", [chunked + chunk(one) + chunk(other) + last]],
    ["in two chunks, in packets of their own", [chunked, chunk(one), chunk(other), last]]
  ] as const)("%s", ([, pieces]) =>
    Effect.gen(function* () {
      const baseUrl = yield* startServer()
      assert.strictEqual(yield* Effect.promise(() => statusOf(baseUrl, pieces)), "200")
    })
  )
})
