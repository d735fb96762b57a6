// Rows about bodies: size, coding, depth, and JSON that parsers read differently.
// Source: §8; Assumed: ours for most rows.
import { decisionBody, bearer, decide, head, post, expected } from "../requests.ts"
import type { Step, ExpectedResponse } from "../Threat.ts"
import { closed, open, type Row } from "./row.ts"

const to = (path: string, body: string, answer: ExpectedResponse, title: string): Row =>
  open(title, post(path, body), answer)

const decision = (title: string, body: string, answer: ExpectedResponse = expected.invalid) =>
  to("/v1/decisions", body, answer, title)

const headed = (title: string, headers: ReadonlyArray<string>, answer: ExpectedResponse = expected.ok): Row =>
  open(title, decide("", [bearer(), ...headers]), answer)

/** Bodies whose end is not sent before the answer. */
const cut = (title: string, declared: number, ...send: ReadonlyArray<Step>): Row =>
  closed(
    title,
    [head("POST /v1/decisions HTTP/1.1", "host: a", bearer(), `content-length: ${declared}`), ...send],
    expected.invalid
  )

const noul = { type: "noul", instructions: "Is it?" }
const chat = (content: unknown) =>
  JSON.stringify({ model: "sonar-pro", messages: [{ role: "user", content }] })
const utf16 = Array.from(decisionBody(""), (sign) => `${sign}\0`).join("")

const named = (text: string) => {
  const answers = JSON.parse(text).answers
  return ["__proto__", "constructor", "toString", "1"].every((name) => Object.hasOwn(answers, name))
}

const hostile = `{"__proto__":${JSON.stringify(noul)},"constructor":${JSON.stringify(noul)},"toString":${JSON.stringify(noul)},"1":${JSON.stringify(noul)}}`

/** A decision whose state makes it so deep. */
const deep = (levels: number) =>
  decisionBody(0).replace(`"state":0`, `"state":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}`)

/** A decision of so many commas and colons outside strings. */
const parted = (count: number) => {
  const own = decisionBody([])
    .replace(/"[^"]*"/g, "")
    .replace(/[^,:]/g, "").length
  return decisionBody([]).replace(`"state":[]`, `"state":[${"0,".repeat(count - own)}0]`)
}

/** Bodies. */
export const bodyRows: ReadonlyArray<Row> = [
  closed(
    "33,554,433 bytes declared are 413 before a byte is read",
    head("POST /v1/decisions HTTP/1.1", "host: a", bearer(), "content-length: 33554433"),
    expected.tooLarge,
    { within: 3_000 }
  ),
  closed(
    "33,554,433 bytes in chunks are 413 at the byte that crosses",
    [
      head("POST /v1/decisions HTTP/1.1", "host: a", bearer(), "transfer-encoding: chunked"),
      { repeat: `10000\r\n${" ".repeat(65_536)}\r\n`, times: 512 },
      "1\r\n \r\n"
    ],
    expected.tooLarge,
    { alone: true }
  ),
  ...[
    "gzip",
    "br",
    "deflate",
    "zstd",
    "identity, gzip",
    Array.from({ length: 1_000 }, () => "gzip").join(",")
  ].map((coding) =>
    headed(
      coding.length > 20
        ? "stacked content codings are refused (CVE-2026-22036, undici)"
        : `a body coded ${coding} is 400, nothing is unpacked`,
      [`content-encoding: ${coding}`],
      expected.invalid
    )
  ),
  headed("the coding identity is 200", ["content-encoding: identity"]),
  headed("no Content-Type is 200", []),
  headed("text/plain is read as JSON", ["content-type: text/plain"]),
  headed("content type never picks the validator (CVE-2026-25223, Fastify)", [
    "content-type: application/json\t;x"
  ]),
  {
    ...headed("a tab in the content type does not skip the schema", ["content-type: application/json\t;x"]),
    send: [post("/v1/decisions", `{"model":1}`, [bearer(), "content-type: application/json\t;x"])],
    answers: [expected.invalid]
  },
  headed("charset=utf-16 is read as UTF-8", ["content-type: application/json; charset=utf-16"]),
  headed("a content type is not reflected", ["content-type: text/html"], {
    ...expected.ok,
    headers: { "content-type": /^application\/json/ }
  }),
  decision("an empty body is 400", ""),
  decision("two values are 400", "{}{}"),
  decision("a comment is 400", "{/* */}"),
  decision("a trailing comma is 400", "{,}"),
  decision("NaN is 400", `{"model":NaN}`),
  decision("1e999 is 400", decisionBody(0).replace(`"state":0`, `"state":{"a":1e999}`)),
  decision("one byte order mark is 200", `\xef\xbb\xbf${decisionBody("")}`, expected.ok),
  decision("two byte order marks are 400", `\xef\xbb\xbf\xef\xbb\xbf${decisionBody("")}`),
  decision("UTF-16 is 400", utf16),
  decision("UTF-16 with a mark is 400", `\xff\xfe${utf16}`),
  decision("an overlong form is 400", decisionBody("@").replace("@", "\xc0\xaf")),
  decision("an encoded surrogate is 400", decisionBody("@").replace("@", "\xed\xa0\x80")),
  decision("bytes that are no UTF-8 are 400", decisionBody("@").replace("@", "\xff")),
  decision("a cut character is 400", "\xe2\x82"),
  decision("control characters in a string are 400", decisionBody("@").replace("@", "\0")),
  to("/v1/sonar", "{}{}", expected.detail, "two values for chat are 422"),
  to(
    "/v1/sonar",
    chat("@").replace("@", "\xff"),
    { ...expected.invalid, body: "invalid_request_error" },
    "bytes that are no UTF-8 are 400 for chat, too"
  ),
  ...[
    "",
    "{/* */}",
    "NaN",
    "\xef\xbb\xbf\xef\xbb\xbf{}",
    `{"model":"a",}`,
    "[",
    `{"max_tokens":1e999}`,
    utf16
  ].map((text) =>
    to("/v1/sonar", text, expected.detail, `${JSON.stringify(text.slice(0, 20))} for chat is 422`)
  ),
  to("/v1/sonar", `\xef\xbb\xbf${chat("a")}`, expected.ok, "one byte order mark for chat is 200"),
  ...["\xc0\xaf", "\xed\xa0\x80", "\xff\xfe"].map((bytes) =>
    to("/v1/sonar", `{"a":"${bytes}"}`, expected.invalid, `${JSON.stringify(bytes)} for chat is 400`)
  ),
  to("/v1/embeddings", "", expected.detail, "an empty body for embeddings is 422"),
  to("/search", `{"query":1}`, expected.detail, "a wrong query for search is 422"),
  decision("depth 64 is 200", deep(64), expected.ok),
  decision("depth 65 of a good request is 400", deep(65)),
  decision("262,144 commas and colons are 200", parted(262_144), expected.ok),
  decision("262,145 commas and colons are 400", parted(262_145)),
  cut("16 million brackets are 400 after the first of them", 16_000_000, { repeat: "[", times: 65_536 }),
  cut("a million unknown fields are 400", 12_000_000, "{", { repeat: `"aaaaaaa":0,`, times: 1_000_000 }),
  cut("16 million array members are 400", 32_000_000, "[", { repeat: "1,", times: 16_000_000 }),
  cut("500,000 questions are 400", 24_500_004, `{"questions":{`, {
    repeat: `"aaaaaaa":{"type":"noul","instructions":"Is it?"},`,
    times: 500_000
  }),
  decision(
    "a duplicate key: the last wins",
    decisionBody("").replace(`"model"`, `"model":"wrong","model"`),
    expected.ok
  ),
  decision(
    "integers beyond 2^53 are 200",
    decisionBody(0).replace(`"state":0`, `"state":{"a":9007199254740993123}`),
    expected.ok
  ),
  decision(
    "hostile names are answered under themselves",
    decisionBody("").replace(/"questions":.*\}$/, `"questions":${hostile}}`),
    {
      status: 200,
      body: named
    }
  ),
  decision("__proto__ as an unknown field is 400", decisionBody("").replace("{", `{"__proto__":{"a":1},`)),
  decision(
    "constructor as an unknown field is 400",
    decisionBody("").replace("{", `{"constructor":{"prototype":{}},`)
  ),
  decision(
    "a state of hostile names is 200",
    decisionBody(0).replace(`"state":0`, `"state":{"__proto__":{"fail":"x"},"constructor":1}`),
    expected.ok
  )
]
