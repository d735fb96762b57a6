// The attack mix: bodies of 32 MiB, endless nesting, slow connections, streams abandoned, answers unread, wrong keys, noise.
// Source: §8; Assumed: ours.
import { randomBytes } from "node:crypto"
import { pause } from "../../processes.ts"
import { bearer, bodyBytes, get, head, post } from "../../threats/requests.ts"
import { type Attack, AttackConnection, roundRobin, sending } from "./Attack.ts"

/** A body of the largest size: a start, as many pieces as fit, an end, and spaces. */
const large = (path: string, start: string, piece: (at: number) => string, end: string) => {
  const pieces: Array<string> = [start]
  let size = start.length + end.length
  for (let at = 0; ; at++) {
    const next = piece(at)
    size += next.length
    if (size > bodyBytes) break
    pieces.push(next)
  }
  const body = Buffer.from((pieces.join("") + end).padEnd(bodyBytes), "latin1")
  return (header: string) =>
    Buffer.concat([
      Buffer.from(
        head(`POST ${path} HTTP/1.1`, "host: a", header, "connection: close", `content-length: ${bodyBytes}`)
      ),
      body
    ])
}

/** A decision about such a state. */
const decision = (start: string, piece: (at: number) => string, end: string) =>
  large(
    "/v1/decisions",
    `{"model":"decider-27b","state":${start}`,
    piece,
    `${end},"questions":{"a":{"type":"noul","instructions":"Is it?"}}}`
  )

const member = () => `,"${"a".repeat(124)}"`

/** As valid as possible. */
const largeBodies = () =>
  [
    decision(`"`, () => "word ".repeat(200), `"`),
    decision("[0", member, "]"),
    decision(`{"a":0`, (at) => `,"${String(at).padStart(250, "k")}":0`, "}"),
    decision(`"`, () => `\\"`.repeat(500), `"`),
    // One character beyond Latin-1 doubles the memory of the string around it.
    decision(`"`, () => `\u00e2\u0082\u00ac${"a".repeat(997)}`, `"`),
    large("/v1/embeddings", `{"model":"svc-embed-v1-0.6b","input":["a"`, member, "]}")
  ] as const
let made: ReturnType<typeof largeBodies> | undefined

/** One of the large bodies; they are made once. */
const largeBody = (turn: number, header: string) => roundRobin((made ??= largeBodies()), turn)(header)

const withKey = sending("32 MiB with a key", 1_500, 4, (key, turn) => largeBody(turn, bearer(key)))

/** Ten of them at once: more than the memory for all bodies. */
const burst: Attack = {
  name: "10 x 32 MiB at once",
  every: 30_000,
  most: 1,
  run: async (...args) => void (await Promise.all(Array.from({ length: 10 }, () => withKey.run(...args))))
}

const nested = (key: string, turn: number) => {
  const piece = roundRobin(["[", `{"a":`, `[{"a":[`], turn)
  return post(
    roundRobin(["/v1/decisions", "/v1/sonar"], turn),
    `{"model":"decider-27b","state":${piece.repeat(Math.floor(8_388_608 / piece.length))}`,
    [bearer(key), "connection: close"]
  )
}

/** What is sent at once, and what follows at one byte a second. */
const slowRequests = [
  () => ["", `GET /v1/models HTTP/1.1\r\nhost: a\r\nx-a: ${"a".repeat(1_000)}`],
  (key: string) => [
    head("POST /v1/decisions HTTP/1.1", "host: a", bearer(key), "content-length: 1000"),
    `{"model":"decider-27b","state":"${"a".repeat(900)}`
  ],
  () => ["", ""],
  () => [get("/v1/models", []), `GET /v1/models HTTP/1.1\r\nhost: a\r\nx-b: ${"b".repeat(1_000)}`]
] as const

const slowConnections: Attack = {
  name: "slow connections",
  every: 5,
  most: 500,
  run: async (port, report, key, turn) => {
    const [first = "", rest = ""] = roundRobin(slowRequests, turn)(key)
    const connection = new AttackConnection(port, report)
    await connection.write(first)
    for (let at = 0; at < 120 && !connection.hasEnded; at++) {
      await pause(1_000)
      await connection.write(rest.charAt(at))
    }
    connection.leave("RST")
  }
}

const streamed = (key: string) =>
  post(
    "/v1/sonar",
    `{"model":"sonar","stream":true,"messages":[{"role":"user","content":"What is noul?"}]}`,
    [bearer(key)]
  )

/** Left at once, in the midst and after the end, by FIN and RST. */
const streams: Attack = {
  name: "streams opened and left",
  every: 40,
  most: 100,
  run: async (port, report, key, turn) => {
    const connection = new AttackConnection(port, report)
    await connection.write(streamed(key))
    await pause((turn * 37) % 400)
    connection.leave(turn % 2 === 0 ? "RST" : "FIN")
    await connection.over(5_000)
  }
}

const wrongKeys = [
  "x-a: b",
  bearer(`ll_live_${"0".repeat(48)}`),
  bearer("ll_live_' OR 1=1 --"),
  bearer("k".repeat(8_000)),
  "authorization: Basic YTpi"
] as const

const garbage = [
  () => randomBytes(4_096).toString("latin1"),
  () => get("/v1/models", []).repeat(20) + "garbage\r\n\r\n",
  () =>
    "GET /v1/models HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET",
  (key: string) => post("/v1/decisions", `{"model":`, [bearer(key)]).repeat(10),
  () => `GET /v1/models HTTP/1.1\r\nhost: a\r\n${"x-a: b\r\n".repeat(200)}\r\n`,
  () => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
] as const

/** All of them. */
export const attacks: ReadonlyArray<Attack> = [
  withKey,
  // It is refused before its body is read.
  sending("32 MiB without a key", 500, 4, (_key, turn) => largeBody(turn, "x-a: b")),
  burst,
  sending("depth bombs", 200, 8, nested),
  slowConnections,
  streams,
  // Fifty large answers and a stream on one connection, and not a byte of them is read.
  sending("answers never read", 1_000, 30, (key) => get("/openapi.json", []).repeat(50) + streamed(key), {
    isDeaf: true,
    patience: 45_000
  }),
  sending("wrong keys", 50, 50, (_key, turn) =>
    post("/v1/decisions", "{}", [roundRobin(wrongKeys, turn), "connection: close"])
  ),
  sending("noise and pipelines", 100, 50, (key, turn) => roundRobin(garbage, turn)(key), { patience: 10_000 })
]
