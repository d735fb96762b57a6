// Rows about memory: what one group holds, and how slowly it may let go of it.
// Source: §8; Assumed: ours for all rows.
import { bearer, bodyBytes, decide, expected, head, keys } from "../requests.ts"
import { closed, left, open, type Row } from "./row.ts"

/** A body of so many bytes, of which so many are sent. */
const declared = (bytes: number, sent: number): string =>
  head("POST /v1/decisions HTTP/1.1", "host: a", bearer(), `content-length: ${bytes}`) + " ".repeat(sent)

const halfHeld = {
  server: "narrow",
  beside: { count: 1, send: declared(499_900, 490_000), holds: 490_000 },
  alone: true
} as const

/** Memory. */
export const memoryRows: ReadonlyArray<Row> = [
  left("a body above what its group may hold is 503", decide("x".repeat(20_000)), expected.crowded, halfHeld),
  open(
    "a group that holds all it may leaves others their share",
    decide("x".repeat(20_000), [bearer(keys.b)]),
    expected.ok,
    halfHeld
  ),
  closed(
    "a body in chunks above what its group may hold is 503",
    [
      head("POST /v1/decisions HTTP/1.1", "host: a", bearer(), "transfer-encoding: chunked"),
      { repeat: `10000\r\n${" ".repeat(65_536)}\r\n`, times: 20 }
    ],
    expected.crowded,
    { server: "narrow", alone: true }
  ),
  open(
    "bodies that are declared and not sent take no memory from others",
    [decide("x".repeat(100_000), [bearer(keys.b)]), decide("x".repeat(100_000))],
    [expected.ok, expected.ok],
    { beside: { count: 60, send: declared(bodyBytes, 1), holds: 60 }, within: 5_000, alone: true }
  ),
  closed(
    "five bodies of 32 MiB of one group are one too many: 503, unread",
    declared(bodyBytes, 1),
    expected.crowded,
    {
      beside: { count: 4, send: declared(bodyBytes, bodyBytes - 1), holds: 4 * (bodyBytes - 1) },
      within: 10_000,
      alone: true
    }
  )
]
