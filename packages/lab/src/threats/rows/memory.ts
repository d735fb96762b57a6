// Rows about memory: what one group holds, and how slowly it may let go of it.
// Source: §8; Assumed: ours for all rows.
import { keys } from "../apiKeys.ts"
import { bearer, decide, expected, head } from "../requests.ts"
import type { Threat } from "../Threat.ts"

/** A body of so many bytes, of which so many are sent. */
const declared = (bytes: number, sent: number): string =>
  head("POST /v1/decisions HTTP/1.1", "host: a", bearer(), `content-length: ${bytes}`) + " ".repeat(sent)

const rows: ReadonlyArray<Omit<Threat, "id">> = [
  {
    title: "a body above what its group may hold is 503",
    server: "narrow",
    beside: { count: 1, send: declared(499_900, 490_000), holds: 490_000 },
    send: [decide("x".repeat(20_000))],
    answers: [expected.crowded],
    connection: "left",
    alone: true
  },
  {
    title: "a group that holds all it may leaves others their share",
    server: "narrow",
    beside: { count: 1, send: declared(499_900, 490_000), holds: 490_000 },
    send: [decide("x".repeat(20_000), [bearer(keys.b)])],
    answers: [expected.ok],
    connection: "open",
    alone: true
  },
  {
    title: "a body in chunks above what its group may hold is 503",
    server: "narrow",
    send: [
      head("POST /v1/decisions HTTP/1.1", "host: a", bearer(), "transfer-encoding: chunked"),
      { repeat: `10000\r\n${" ".repeat(65_536)}\r\n`, times: 20 }
    ],
    answers: [expected.crowded],
    connection: "closed",
    alone: true
  },
  {
    title: "bodies that are declared and not sent take no memory from others",
    beside: { count: 60, send: declared(33_554_432, 1), holds: 60 },
    send: [decide("x".repeat(100_000), [bearer(keys.b)]), decide("x".repeat(100_000))],
    answers: [expected.ok, expected.ok],
    connection: "open",
    within: 5_000,
    alone: true
  },
  {
    title: "five bodies of 32 MiB of one group are one too many: 503, unread",
    beside: { count: 4, send: declared(33_554_432, 33_554_431), holds: 4 * 33_554_431 },
    send: [declared(33_554_432, 1)],
    answers: [expected.crowded],
    connection: "closed",
    within: 10_000,
    alone: true
  },
  {
    title: "a body dripped below the minimum rate is 408 after 10 s",
    send: [
      head("POST /v1/decisions HTTP/1.1", "host: a", bearer(), "content-length: 100000"),
      ...Array.from({ length: 44 }, () => [" ".repeat(200), { wait: 250 }] as const).flat()
    ],
    answers: [expected.slow],
    connection: "closed",
    within: 14_000
  }
]

/** Memory. */
export const memoryRows: ReadonlyArray<Threat> = rows.map((row, index) => ({ id: `M${index + 1}`, ...row }))
