// Rows about timeouts, slow clients, disconnects and streams. The wire cases have the failures of engines.
// Source: §6, §8; Assumed: ours for most rows.
import { bearer, chatBody, decide, expected, get, head, post } from "../requests.ts"
import type { Step } from "../Threat.ts"
import { type Row, closed, left, open } from "./row.ts"

const stream = { "content-type": "text/event-stream", "x-accel-buffering": "no" }

const leaves = (title: string, send: ReadonlyArray<Step>, server: Row["server"] = "plain"): Row => ({
  title,
  server,
  send,
  answers: "any",
  connection: "left",
  engine: "idle",
  alone: true
})

const chat = (script: unknown, isStream: boolean) => post("/v1/sonar", chatBody(script, isStream))

/** So many pieces, one every so many milliseconds. */
const drip = (piece: string, count: number, every: number): ReadonlyArray<Step> =>
  Array.from({ length: count }, () => [piece, { wait: every }] as const).flat()

const busy = { engine: "busy" } as const

/** Work that its client leaves. */
const lost: { readonly [title: string]: ReadonlyArray<Step> } = {
  "a stream (LiteLLM 13774)": [chat({ after: 1, silent: true }, true), busy, { answers: 1, begun: true }],
  "a stream before the first byte": [chat({ after: 0, silent: true }, true), busy],
  "an answer (LiteLLM 37140)": [chat({ silent: true }, false), busy],
  "a decision": [decide({ wait: 60_000 }), busy],
  "a response": [
    post(
      "/v1/responses",
      JSON.stringify({ input: JSON.stringify({ after: 1, silent: true }), stream: true })
    ),
    busy
  ]
}

const megabyte = decide("The customer writes about an invoice that was charged twice. ".repeat(16_000))

const late = { status: 408, body: "bare", optional: true } as const
const within = 13_000

/** Time and streams. */
export const streamRows: ReadonlyArray<Row> = [
  closed("nothing sent is closed within 10 s", [], late, { within }),
  closed(
    "headers dripped are 408 within 10 s",
    ["GET /v1/models HTTP/1.1\r\n", ...drip("x", 30, 250)],
    late,
    { within }
  ),
  closed(
    "a second request that does not end is closed within 10 s",
    [get("/v1/models", []), "GET /v1/models HTTP/1.1\r\n"],
    [expected.ok, late],
    { within }
  ),
  closed(
    "a body dripped is 408",
    [
      head("POST /v1/decisions HTTP/1.1", "host: a", bearer(), "transfer-encoding: chunked"),
      ...drip("1\r\n \r\n", 10, 100)
    ],
    expected.slow,
    { server: "short", within: 10_000 }
  ),
  leaves(
    "an answer that is not read is cut, and its work ends",
    [{ deaf: true }, chat("word ".repeat(60_000), true), busy, { wait: 2_000 }],
    "short"
  ),
  left(
    "more requests of a group at once than it may have are 429",
    decide({ wait: 2_500 }),
    [expected.ok, expected.ok, { ...expected.tooMany, headers: { "retry-after": "1" } }],
    { server: "narrow", times: 3, alone: true }
  ),
  ...Object.entries(lost).flatMap(([title, steps]) =>
    (["FIN", "RST"] as const).map((leave) =>
      leaves(`a lost client stops ${title}, by ${leave}`, [...steps, { leave }])
    )
  ),
  ...[
    leaves("30 streams, dropped at once, leave no work: no turn over 100 ms", [
      ...(lost["a stream (LiteLLM 13774)"] ?? []),
      { leave: "RST" }
    ]),
    leaves(
      "30 decisions about 1 MB, dropped at once, leave no work: no turn over 100 ms",
      [megabyte, { wait: 50 }, { leave: "RST" }],
      "embedded"
    )
  ].map((row) => ({ ...row, times: 30, turn: 100 })),
  left(
    "a silent stream says that it lives, from before its first event on",
    [chat({ after: 0, silent: true }, true), { wait: 1_000 }, { leave: "FIN" }],
    { status: 200, body: (text) => text.startsWith(": ping\n\n: ping\n\n"), headers: stream, cut: true },
    { server: "short", alone: true }
  ),
  open(
    "line ends and NUL in an engine's text stay inside one line of data",
    chat("a\r\ndata: b\r\revent: x\n\nid: 1\n\n: c\0", true),
    {
      status: 200,
      body: (text) => text.split("\n\n").every((frame) => frame === "" || /^data: [^\r\n]+$/.test(frame)),
      headers: stream
    }
  )
]
