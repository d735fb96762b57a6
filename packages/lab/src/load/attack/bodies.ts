// Attacks by bodies: 32 MiB, as valid as possible, with and without a key, and endless nesting.
// Source: §8; Assumed: ours.
import { bearer, bodyBytes, head } from "../../threats/requests.ts"
import { type Attack, AttackConnection, type Report, roundRobin } from "./Attack.ts"

/** A large body that is generated: a start, a repeated piece, padding, an end. */
interface LargeBody {
  readonly path: string
  readonly start: string
  readonly piece: (number: number) => string
  readonly pieces: number
  readonly end: string
}

const asked = `"questions":{"a":{"type":"noul","instructions":"Is it?"}}}`

/** The size of a piece when there are so many of them. */
const bytesPerPiece = (pieces: number) => Math.floor((bodyBytes - 1_000) / pieces)

const members = 262_000
const names = 130_000

const large = (
  path: string,
  start: string,
  piece: LargeBody["piece"],
  end: string,
  pieces = 33_554
): LargeBody => ({ path, start, piece, pieces, end })

/** A decision about such a state. */
const decision = (start: string, piece: LargeBody["piece"], end: string, pieces?: number): LargeBody =>
  large("/v1/decisions", `{"model":"decider-27b","state":${start}`, piece, `${end},${asked}`, pieces)

const filling = (count: number, letter: string) => () => `,"${letter.repeat(bytesPerPiece(count) - 3)}"`

const largeBodies: readonly [LargeBody, ...ReadonlyArray<LargeBody>] = [
  decision(`"`, () => "word ".repeat(200), `"`),
  decision("[0", filling(members, "a"), "]", members),
  decision(`{"a":0`, (at) => `,"${String(at).padStart(bytesPerPiece(names) - 6, "k")}":0`, "}", names),
  decision(`"`, () => `\\"`.repeat(500), `"`),
  large(
    "/v1/sonar",
    `{"model":"sonar","messages":[{"role":"user","content":"`,
    () => "why not ".repeat(125),
    `"}]}`
  ),
  large("/v1/embeddings", `{"model":"svc-embed-v1-0.6b","input":["a"`, filling(members, "b"), "]}", members),
  // One character beyond Latin-1 doubles the memory of the string around it.
  decision(`"`, () => `\u00e2\u0082\u00ac${"a".repeat(997)}`, `"`),
  large("/search", `{"query":"`, () => "tide ".repeat(200), `"}`),
  large(
    "/v1/responses",
    `{"model":"xai/grok-4-1-fast-non-reasoning","input":"`,
    () => "\\n\\u0061 ".repeat(110),
    `"}`
  )
]

/** Bytes written at once. */
const flush = 262_144

/** Sends a body of exactly the declared length, padded with spaces. */
const send = async (port: number, report: Report, long: LargeBody, headers: ReadonlyArray<string>) => {
  const wire = new AttackConnection(port, report)
  await wire.write(
    head(`POST ${long.path} HTTP/1.1`, "host: a", ...headers, `content-length: ${bodyBytes}`) + long.start
  )
  let sent = long.start.length
  let text = ""
  for (let number = 0; number < long.pieces && !wire.hasEnded; number++) {
    const piece = long.piece(number)
    if (sent + piece.length + long.end.length > bodyBytes) break
    text += piece
    sent += piece.length
    if (text.length < flush) continue
    await wire.write(text)
    text = ""
  }
  await wire.write(text + long.end + " ".repeat(bodyBytes - sent - long.end.length))
  await wire.over(60_000)
}

/** Complete bodies at the size limit, with a key. */
const withKey: Attack = {
  name: "32 MiB with a key",
  every: 1_500,
  most: 4,
  run: (port, report, key, turn) =>
    send(port, report, roundRobin(largeBodies, turn), [bearer(key), "connection: close"])
}

/** Ten of them at once: more than the memory for all bodies. */
const burst: Attack = {
  name: "10 x 32 MiB at once",
  every: 30_000,
  most: 1,
  run: async (port, report, key, turn) => {
    const headers = [bearer(key), "connection: close"]
    await Promise.all(
      Array.from({ length: 10 }, (_, at) => send(port, report, roundRobin(largeBodies, turn + at), headers))
    )
  }
}

/** The same without a key: rejected before the body is read. */
const withoutKey: Attack = {
  name: "32 MiB without a key",
  every: 500,
  most: 4,
  run: (port, report, _key, turn) => send(port, report, roundRobin(largeBodies, turn), [])
}

/** Nested brackets in several forms; with a declared length or chunked. */
const bombs: Attack = {
  name: "depth bombs",
  every: 200,
  most: 8,
  run: async (port, report, key, turn) => {
    const wire = new AttackConnection(port, report)
    const line = `POST ${roundRobin(["/v1/decisions", "/v1/sonar"], turn)} HTTP/1.1`
    const isChunked = turn % 4 === 0
    const bomb = roundRobin(["[", `{"a":`, `[{"a":[`], turn)
    const piece = bomb.repeat(Math.floor(65_536 / bomb.length))
    const pieces = 128
    const start = `{"model":"decider-27b","state":`
    const length = isChunked
      ? "transfer-encoding: chunked"
      : `content-length: ${start.length + pieces * piece.length}`
    const chunk = (text: string) => (isChunked ? `${text.length.toString(16)}\r\n${text}\r\n` : text)
    await wire.write(head(line, "host: a", bearer(key), length) + chunk(start))
    for (let sent = 0; sent < pieces && !wire.hasEnded; sent++) await wire.write(chunk(piece))
    await wire.over(10_000)
  }
}

/** All attacks by bodies. */
export const bodies: ReadonlyArray<Attack> = [bombs, withKey, withoutKey, burst]
