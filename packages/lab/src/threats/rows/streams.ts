// Rows about timeouts, slow clients, disconnects and failing streams.
// Source: §6, §8; Assumed: ours for most rows.
import { keys } from "../apiKeys.ts"
import { decisionBody, bearer, chatBody, decide, get, head, post, expected } from "../requests.ts"
import type { Step, Threat } from "../Threat.ts"

const stream = { "content-type": "text/event-stream", "x-accel-buffering": "no" }

const leaves = (title: string, request: string, ...send: ReadonlyArray<Step>): Omit<Threat, "id"> => ({
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

const rows: ReadonlyArray<Omit<Threat, "id">> = [
  {
    title: "nothing sent is closed within 10 s",
    send: [],
    answers: [{ status: 408, body: "bare", optional: true }],
    connection: "closed",
    within: 13_000
  },
  {
    title: "headers dripped are 408 within 10 s",
    send: [
      "GET /v1/models HTTP/1.1\r\n",
      ...Array.from({ length: 30 }, () => ["x", { wait: 250 }] as const).flat()
    ],
    answers: [{ status: 408, body: "bare", optional: true }],
    connection: "closed",
    within: 13_000
  },
  {
    title: "a second request that does not end is closed within 10 s",
    send: [get("/v1/models", []), "GET /v1/models HTTP/1.1\r\n"],
    answers: [expected.ok, { status: 408, body: "bare", optional: true }],
    connection: "closed",
    within: 13_000
  },
  {
    title: "a body that does not come in time is 408",
    server: "short",
    send: [head("POST /v1/decisions HTTP/1.1", "host: a", bearer(), "content-length: 1000"), "{"],
    answers: [expected.slow],
    connection: "closed",
    within: 8_000
  },
  {
    title: "a body dripped is 408",
    server: "short",
    send: [
      head("POST /v1/decisions HTTP/1.1", "host: a", bearer(), "transfer-encoding: chunked"),
      ...Array.from({ length: 10 }, () => ["1\r\n \r\n", { wait: 100 }] as const).flat()
    ],
    answers: [expected.slow],
    connection: "closed",
    within: 10_000
  },
  {
    title: "a skill dripped is 408",
    server: "short",
    send: [
      head(
        "POST /v1/skills HTTP/1.1",
        "host: a",
        bearer(),
        "content-type: multipart/form-data; boundary=x",
        "content-length: 1000"
      )
    ],
    answers: [expected.slow],
    connection: "closed",
    within: 8_000
  },
  {
    title: "an answer that is not read is cut, and its work ends",
    server: "short",
    send: [{ deaf: true }, chat("word ".repeat(60_000), true), { engine: "busy" }, { wait: 2_000 }],
    answers: "any",
    connection: "left",
    engine: "idle",
    alone: true
  },
  {
    title: "more requests of a group at once than it may have are 429",
    server: "narrow",
    times: 3,
    send: [decide({ wait: 2_500 })],
    answers: [expected.ok, expected.ok, { ...expected.tooMany, headers: { "retry-after": "1" } }],
    connection: "left",
    alone: true
  },
  {
    title: "64 requests of a group at once are 200, the 65th is 429",
    times: 65,
    send: [decide({ wait: 6_000 }, [bearer(keys.b)])],
    answers: [
      ...Array.from({ length: 64 }, () => expected.ok),
      { ...expected.tooMany, headers: { "retry-after": "1" } }
    ],
    connection: "left",
    alone: true
  },
  {
    title: "requests over the rate are 429, with the second's end; used and remaining add up",
    server: "limited",
    send: [{ repeat: decide(), times: 9 }, { answers: 9 }, decide("", [bearer(keys.b)])],
    answers: [
      expected.ok,
      expected.ok,
      ...Array.from({ length: 7 }, () => ({
        status: [200, 429],
        body: "json",
        headers: { "x-ratelimit-limit": "2", "x-ratelimit-reset": /^\d{10}$/ }
      })),
      expected.ok
    ],
    connection: "open",
    alone: true
  },
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
  {
    title: "a silent stream says that it lives, from before its first event on",
    server: "short",
    send: [chat({ after: 0, silent: true }, true), { wait: 1_000 }, { leave: "FIN" }],
    answers: [
      { status: 200, body: (text) => text.startsWith(": ping\n\n: ping\n\n"), headers: stream, cut: true }
    ],
    connection: "left",
    alone: true
  },
  {
    title: "an engine defect never reaches the stream (Effect StreamSse)",
    send: [chat({ after: 1, die: true }, true)],
    answers: [
      { status: 200, body: (text) => text.endsWith(defect) && !text.includes("[DONE]"), headers: stream }
    ],
    connection: "open"
  },
  {
    title: "an engine that fails inside a stream ends it with the fixed event",
    send: [chat({ after: 1, fail: "ConnectionError" }, true)],
    answers: [
      { status: 200, body: (text) => text.endsWith(defect) && !text.includes("[DONE]"), headers: stream }
    ],
    connection: "open"
  },
  {
    title: "an engine that dies inside a response ends it with response.failed",
    send: [responses({ after: 1, die: true })],
    answers: [{ status: 200, body: (text) => text.includes(`"response.failed"`), headers: stream }],
    connection: "open"
  },
  {
    title: "an engine that fails before the stream is an ordinary answer",
    send: [chat({ fail: "UnavailableError" }, true), chat({ die: true }, true)],
    answers: [
      { status: 503, body: "service_unavailable", headers: { "retry-after": "7" } },
      { status: 500, body: "internal_error" }
    ],
    connection: "open"
  },
  {
    title: "line ends and NUL in an engine's text stay inside one line of data",
    send: [chat("a\r\ndata: b\r\revent: x\n\nid: 1\n\n: c\0", true)],
    answers: [
      {
        status: 200,
        body: (text) => text.split("\n\n").every((frame) => frame === "" || /^data: [^\r\n]+$/.test(frame)),
        headers: stream
      }
    ],
    connection: "open"
  },
  {
    title: "another server's refusal, redirect, bad answer and key stay with this one",
    send: ["ConnectionError", "InvalidResponseError", "AuthenticationError", "PermissionDeniedError"].map(
      (fail) => decide({ fail })
    ),
    answers: [
      { status: 502, body: "bad_gateway" },
      { status: 502, body: "bad_gateway" },
      { status: 500, body: "internal_error" },
      { status: 500, body: "internal_error" }
    ],
    connection: "open"
  },
  {
    title: "a defect is a fixed 500",
    send: [post("/v1/decisions", decisionBody({ die: true }))],
    answers: [{ status: 500, body: "internal_error" }],
    connection: "open"
  }
]

/** Time and streams. */
export const streamRows: ReadonlyArray<Threat> = rows.map((row, index) => ({ id: `S${index + 1}`, ...row }))
