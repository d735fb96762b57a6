// Rows about timeouts, slow clients, disconnects and failing streams.
// Source: §6, §8; Assumed: ours for most rows.
import { bearer, chatBody, decide, decisionBody, expected, get, head, keys, post } from "../requests.ts"
import type { RawResponse } from "../readResponses.ts"
import type { Step } from "../Threat.ts"
import { type Row, closed, left, open, several } from "./row.ts"

const stream = { "content-type": "text/event-stream", "x-accel-buffering": "no" }

const leaves = (title: string, request: string, ...send: ReadonlyArray<Step>): Row => ({
  title,
  send: [request, { engine: "busy" }, ...send],
  answers: "any",
  connection: "left",
  engine: "idle",
  alone: true
})

const chat = (script: unknown, isStream: boolean) => post("/v1/sonar", chatBody(script, isStream))
const responses = (script: unknown) =>
  post(
    "/v1/responses",
    JSON.stringify({ model: "openai/gpt-5", input: JSON.stringify(script), stream: true })
  )

const exits = ["FIN", "RST"] as const

const defect = `data: {"error":{"message":"The service failed.","type":"internal_error","code":500,"param":null}}\n\n`

/** Requests of a group in a second on the limited server, and more of them. */
const rate = 2
const requestsOverRate = 9

const header = ({ headers }: RawResponse, name: string) => Number(headers.get(`x-ratelimit-${name}`))

/**
 * What is wrong with the counts of one group. A database counts requests in any order, and while it is
 * silent the server counts once more by itself: each count may then be given twice.
 */
const wrongCounts = (answers: ReadonlyArray<RawResponse>): ReadonlyArray<string> => {
  const admitted = answers.filter(({ status }) => status === 200)
  const counts = Map.groupBy(admitted, (answer) => `${header(answer, "reset")} ${header(answer, "used")}`)
  return [
    ...answers
      .filter((answer) => header(answer, "used") + header(answer, "remaining") !== rate)
      .map(() => "used and remaining do not add up"),
    ...(admitted.length < rate ? [`${admitted.length} requests are admitted`] : []),
    ...Array.from(counts.values())
      .filter((same) => same.length > 2)
      .map((same) => `${same.length} requests are admitted by one count`)
  ]
}

/** Time and streams. */
export const streamRows: ReadonlyArray<Row> = [
  closed(
    "nothing sent is closed within 10 s",
    [],
    { status: 408, body: "bare", optional: true },
    { within: 13_000 }
  ),
  closed(
    "headers dripped are 408 within 10 s",
    [
      "GET /v1/models HTTP/1.1\r\n",
      ...Array.from({ length: 30 }, () => ["x", { wait: 250 }] as const).flat()
    ],
    { status: 408, body: "bare", optional: true },
    { within: 13_000 }
  ),
  closed(
    "a second request that does not end is closed within 10 s",
    [get("/v1/models", []), "GET /v1/models HTTP/1.1\r\n"],
    [expected.ok, { status: 408, body: "bare", optional: true }],
    { within: 13_000 }
  ),
  closed(
    "a body that does not come in time is 408",
    [head("POST /v1/decisions HTTP/1.1", "host: a", bearer(), "content-length: 1000"), "{"],
    expected.slow,
    { server: "short", within: 8_000 }
  ),
  closed(
    "a body dripped is 408",
    [
      head("POST /v1/decisions HTTP/1.1", "host: a", bearer(), "transfer-encoding: chunked"),
      ...Array.from({ length: 10 }, () => ["1\r\n \r\n", { wait: 100 }] as const).flat()
    ],
    expected.slow,
    { server: "short", within: 10_000 }
  ),
  closed(
    "a skill dripped is 408",
    head(
      "POST /v1/skills HTTP/1.1",
      "host: a",
      bearer(),
      "content-type: multipart/form-data; boundary=x",
      "content-length: 1000"
    ),
    expected.slow,
    { server: "short", within: 8_000 }
  ),
  {
    title: "an answer that is not read is cut, and its work ends",
    server: "short",
    send: [{ deaf: true }, chat("word ".repeat(60_000), true), { engine: "busy" }, { wait: 2_000 }],
    answers: "any",
    connection: "left",
    engine: "idle",
    alone: true
  },
  left(
    "more requests of a group at once than it may have are 429",
    decide({ wait: 2_500 }),
    [expected.ok, expected.ok, { ...expected.tooMany, headers: { "retry-after": "1" } }],
    { server: "narrow", times: 3, alone: true }
  ),
  left(
    "64 requests of a group at once are 200, the 65th is 429",
    decide({ wait: 6_000 }, [bearer(keys.b)]),
    [...several(64, expected.ok), { ...expected.tooMany, headers: { "retry-after": "1" } }],
    { times: 65, alone: true }
  ),
  open(
    "requests over the rate are 429, with the second's end; used and remaining add up",
    [
      { repeat: decide(), times: requestsOverRate },
      { answers: requestsOverRate },
      decide("", [bearer(keys.b)])
    ],
    [
      ...several(requestsOverRate, {
        status: [200, 429],
        body: "json",
        headers: { "x-ratelimit-limit": String(rate), "x-ratelimit-reset": /^\d{10}$/ }
      }),
      expected.ok
    ],
    { server: "limited", alone: true, together: (answers) => wrongCounts(answers.slice(0, -1)) }
  ),
  ...exits.flatMap((exit) => [
    leaves(
      `a lost client stops the engine, streaming (LiteLLM 13774), by ${exit}`,
      chat({ after: 1, silent: true }, true),
      { answers: 1, begun: true },
      { leave: exit }
    ),
    leaves(
      `a lost client stops the engine, streaming, before the first byte, by ${exit}`,
      chat({ after: 0, silent: true }, true),
      { leave: exit }
    ),
    leaves(
      `a lost client stops the engine, not streaming (LiteLLM 37140), by ${exit}`,
      chat({ silent: true }, false),
      { leave: exit }
    ),
    leaves(
      `a lost client stops what waits for its first event of a response, by ${exit}`,
      responses({ after: 0, silent: true }),
      { leave: exit }
    ),
    leaves(`a lost client stops a decision, by ${exit}`, decide({ wait: 60_000 }), { leave: exit }),
    leaves(`a lost client stops a response, by ${exit}`, responses({ after: 1, silent: true }), {
      leave: exit
    })
  ]),
  left(
    "a silent stream says that it lives, from before its first event on",
    [chat({ after: 0, silent: true }, true), { wait: 1_000 }, { leave: "FIN" }],
    { status: 200, body: (text) => text.startsWith(": ping\n\n: ping\n\n"), headers: stream, cut: true },
    { server: "short", alone: true }
  ),
  open("an engine defect never reaches the stream (Effect StreamSse)", chat({ after: 1, die: true }, true), {
    status: 200,
    body: (text) => text.endsWith(defect) && !text.includes("[DONE]"),
    headers: stream
  }),
  open(
    "an engine that fails inside a stream ends it with the fixed event",
    chat({ after: 1, fail: "ConnectionError" }, true),
    { status: 200, body: (text) => text.endsWith(defect) && !text.includes("[DONE]"), headers: stream }
  ),
  open(
    "an engine that dies inside a response ends it with response.failed",
    responses({ after: 1, die: true }),
    { status: 200, body: (text) => text.includes(`"response.failed"`), headers: stream }
  ),
  open(
    "an engine that fails before the stream is an ordinary answer",
    [chat({ fail: "UnavailableError" }, true), chat({ die: true }, true)],
    [
      { status: 503, body: "service_unavailable", headers: { "retry-after": "7" } },
      { status: 500, body: "internal_error" }
    ]
  ),
  open(
    "line ends and NUL in an engine's text stay inside one line of data",
    chat("a\r\ndata: b\r\revent: x\n\nid: 1\n\n: c\0", true),
    {
      status: 200,
      body: (text) => text.split("\n\n").every((frame) => frame === "" || /^data: [^\r\n]+$/.test(frame)),
      headers: stream
    }
  ),
  open(
    "another server's refusal, redirect, bad answer and key stay with this one",
    ["ConnectionError", "InvalidResponseError", "AuthenticationError", "PermissionDeniedError"].map((fail) =>
      decide({ fail })
    ),
    [
      { status: 502, body: "bad_gateway" },
      { status: 502, body: "bad_gateway" },
      { status: 500, body: "internal_error" },
      { status: 500, body: "internal_error" }
    ]
  ),
  open("a defect is a fixed 500", post("/v1/decisions", decisionBody({ die: true })), {
    status: 500,
    body: "internal_error"
  })
]
