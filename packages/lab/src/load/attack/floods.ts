// Attacks by number: slow connections, streams opened and abandoned, unread responses, wrong keys, and garbage.
import { randomBytes } from "node:crypto"
import { pause } from "../../processes.ts"
import { bearer, get, head, post } from "../../threats/requests.ts"
import { type Attack, AttackConnection, type Report, roundRobin, sendOnce } from "./Attack.ts"

/** Concurrent connections. */
const connections = 500

/** What is sent at once, and what follows at one byte a second. */
type SlowRequest = (key: string) => { readonly first: string; readonly rest: string }

const slowRequests: readonly [SlowRequest, ...ReadonlyArray<SlowRequest>] = [
  () => ({ first: "", rest: `GET /v1/models HTTP/1.1\r\nhost: a\r\nx-a: ${"a".repeat(1_000)}` }),
  (key) => ({
    first: head("POST /v1/decisions HTTP/1.1", "host: a", bearer(key), "content-length: 1000"),
    rest: `{"model":"decider-27b","state":"${"a".repeat(900)}`
  }),
  () => ({ first: "", rest: "" }),
  () => ({
    first: get("/v1/models", []),
    rest: `GET /v1/models HTTP/1.1\r\nhost: a\r\nx-b: ${"b".repeat(1_000)}`
  })
]

/** Holds one connection until the server ends it. */
const holdConnection = async (port: number, report: Report, key: string, turn: number) => {
  const { first, rest } = roundRobin(slowRequests, turn)(key)
  const wire = new AttackConnection(port, report)
  if (first !== "") await wire.write(first)
  for (let at = 0; at < 120 && !wire.hasEnded; at++) {
    await pause(1_000)
    if (at < rest.length) await wire.write(rest.charAt(at))
  }
  wire.leave("RST")
}

/** Slow headers, slow bodies, nothing at all, and a second request that never ends. */
export const slowConnections: Attack = {
  name: "slow connections",
  every: 5,
  most: connections,
  run: holdConnection
}

const chat = JSON.stringify({
  model: "sonar",
  stream: true,
  messages: [{ role: "user", content: "How does the server read keys and limits?" }]
})
const response = JSON.stringify({
  model: "xai/grok-4-1-fast-non-reasoning",
  stream: true,
  input: "What is noul?"
})

/** Left at once, in the midst and after the end, by FIN and RST. */
const streams: Attack = {
  name: "streams opened and left",
  every: 40,
  most: 100,
  run: async (port, report, key, turn) => {
    const wire = new AttackConnection(port, report)
    const headers = [bearer(key)]
    await wire.write(
      turn % 3 === 0 ? post("/v1/responses", response, headers) : post("/v1/sonar", chat, headers)
    )
    await pause((turn * 37) % 400)
    wire.leave(turn % 2 === 0 ? "RST" : "FIN")
    await wire.over(5_000)
  }
}

/** Fifty large answers and a stream on one connection, and not a byte of them is read. */
const unread: Attack = {
  name: "answers never read",
  every: 1_000,
  most: 30,
  run: (port, report, key) =>
    sendOnce(port, report, get("/openapi.json", []).repeat(50) + post("/v1/sonar", chat, [bearer(key)]), {
      isDeaf: true,
      milliseconds: 45_000
    })
}

const wrong: readonly [ReadonlyArray<string>, ...ReadonlyArray<ReadonlyArray<string>>] = [
  [],
  ["authorization: Bearer"],
  [bearer(`ll_live_${"0".repeat(48)}`)],
  [bearer("ll_live_' OR 1=1 --")],
  [bearer("k".repeat(8_000))],
  ["authorization: Basic YTpi"]
]

/** Keys that are none. */
const keys: Attack = {
  name: "wrong keys",
  every: 50,
  most: 50,
  run: (port, report, _key, turn) =>
    sendOnce(port, report, post("/v1/decisions", "{}", [...roundRobin(wrong, turn), "connection: close"]), {
      milliseconds: 10_000
    })
}

type Garbage = (key: string) => string

const garbage: readonly [Garbage, ...ReadonlyArray<Garbage>] = [
  () => randomBytes(4_096).toString("latin1"),
  () => get("/v1/models", []).repeat(20) + "garbage\r\n\r\n",
  () =>
    "GET /v1/models HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET",
  (key) => post("/v1/decisions", `{"model":`, [bearer(key)]).repeat(10),
  () => `GET /v1/models HTTP/1.1\r\nhost: a\r\n${"x-a: b\r\n".repeat(200)}\r\n`,
  () => `GET /${"a".repeat(20_000)} HTTP/1.1\r\nhost: a\r\n\r\n`,
  () => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  () => "POST /v1/decisions HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nffffffffffffffff\r\n"
]

/** Bytes that are no request, requests that are two, and more of them on one connection than are answered. */
const noise: Attack = {
  name: "noise and pipelines",
  every: 100,
  most: 50,
  run: async (port, report, key, turn) => {
    const wire = new AttackConnection(port, report)
    await wire.write(roundRobin(garbage, turn)(key))
    await pause(200)
    wire.leave("FIN")
    await wire.over(10_000)
  }
}

/** All of them. */
export const floods: ReadonlyArray<Attack> = [streams, unread, keys, noise]
