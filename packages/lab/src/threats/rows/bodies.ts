// Rows about bodies: size, coding, and JSON that parsers read differently. The wire cases have the ordinary rejections.
// Source: §8; Assumed: ours for most rows.
import { decisionBody, bearer, decide, head, post, expected } from "../requests.ts"
import type { Step, ExpectedResponse } from "../Threat.ts"
import { closed, open, type Row, several } from "./row.ts"

const decisions = (title: string, bodies: ReadonlyArray<string>, answer: ExpectedResponse) =>
  open(
    title,
    bodies.map((body) => post("/v1/decisions", body)),
    several(bodies.length, answer)
  )

/** Bodies whose end is not sent before the answer. */
const cut = (title: string, declared: number, ...send: ReadonlyArray<Step>): Row =>
  closed(
    title,
    [head("POST /v1/decisions HTTP/1.1", "host: a", bearer(), `content-length: ${declared}`), ...send],
    expected.invalid
  )

const utf16 = Array.from(decisionBody(""), (sign) => `${sign}\0`).join("")

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
  open("the coding identity is 200", decide("", [bearer(), "content-encoding: identity"]), expected.ok),
  open(
    "content type never picks the validator (CVE-2026-25223, Fastify)",
    [`{"model":1}`, decisionBody("")].map((body) =>
      post("/v1/decisions", body, [bearer(), "content-type: application/json\t;x"])
    ),
    [expected.invalid, expected.ok]
  ),
  decisions(
    "what only some parsers take is 400: comments, commas at an end, NaN, control characters, two byte order marks",
    [
      "{/* */}",
      "{,}",
      `{"model":NaN}`,
      decisionBody("@").replace("@", "\0"),
      `\xef\xbb\xbf\xef\xbb\xbf${decisionBody("")}`
    ],
    expected.invalid
  ),
  decisions(
    "what is no UTF-8 is 400: UTF-16, overlong forms, encoded surrogates, cut characters",
    [
      utf16,
      `\xff\xfe${utf16}`,
      ...["\xc0\xaf", "\xed\xa0\x80"].map((bytes) => decisionBody("@").replace("@", bytes)),
      "\xe2\x82"
    ],
    expected.invalid
  ),
  open(
    "nothing is compressed, whatever is asked for",
    decide("", [bearer(), "accept-encoding: gzip, br, zstd, deflate"]),
    { ...expected.ok, headers: { "content-encoding": null } }
  ),
  decisions("262,144 commas and colons are 200", [parted(262_144)], expected.ok),
  decisions("262,145 commas and colons are 400", [parted(262_145)], expected.invalid),
  cut("16 million brackets are 400 after the first of them", 16_000_000, { repeat: "[", times: 65_536 }),
  cut("a million unknown fields are 400", 12_000_000, "{", { repeat: `"aaaaaaa":0,`, times: 1_000_000 }),
  cut("16 million array members are 400", 32_000_000, "[", { repeat: "1,", times: 16_000_000 }),
  decisions(
    "__proto__ and constructor as unknown fields are 400",
    [`{"__proto__":{"a":1},`, `{"constructor":{"prototype":{}},`].map((begin) =>
      decisionBody("").replace("{", begin)
    ),
    expected.invalid
  )
]
