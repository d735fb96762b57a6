// Rows about what keys may do: revocation, key groups, page tokens, and limits on making keys.
// Source: §5, §7.1; Assumed: ours for most rows.
import { bearer, chatBody, decide, expected, get, head, keys, post, unknownKey } from "../requests.ts"
import type { RawResponse } from "../readResponses.ts"
import { foreignIdsRow } from "./foreignIds.ts"
import { type Row, open, several } from "./row.ts"

const wrongLast = `${keys.a.slice(0, -1)}${keys.a.endsWith("0") ? "1" : "0"}`

const madeKey = ([first]: ReadonlyArray<RawResponse>): string => JSON.parse(first?.text ?? "{}").auth_token

const nextPageToken = ([first]: ReadonlyArray<RawResponse>): string =>
  JSON.parse(first?.text ?? "{}").next_page_token

const chatWithNul = JSON.stringify({
  request: { model: "sonar", messages: [{ role: "user", content: "a\0b" }] },
  idempotency_key: "k\0"
})

/** Revocation, key groups and page tokens. */
export const isolationRows: ReadonlyArray<Row> = [
  open(
    "an unknown, a foreign, a malformed and a revoked key are revoked alike, and nothing changes",
    [
      ...[unknownKey, keys.b, "x", wrongLast, keys.revoked].map((auth_token) =>
        post("/revoke_auth_token", JSON.stringify({ auth_token }))
      ),
      get("/v1/skills", [bearer(keys.b)])
    ],
    [...Array.from({ length: 5 }, () => ({ status: 200, body: "empty" })), expected.ok]
  ),
  open(
    "a deleted key is refused at once (LiteLLM 1775, Tyk 2293)",
    [
      post("/generate_auth_token", "{}"),
      { answers: 1 },
      (answers) => get("/v1/skills", [bearer(madeKey(answers))]),
      { answers: 2 },
      (answers) => post("/revoke_auth_token", JSON.stringify({ auth_token: madeKey(answers) })),
      { answers: 3 },
      (answers) => get("/v1/skills", [bearer(madeKey(answers))]).repeat(5)
    ],
    [expected.ok, expected.ok, { status: 200, body: "empty" }, ...several(5, expected.refused)]
  ),
  open(
    "a request that runs when its key is revoked ends well, the next is 401",
    [
      post("/generate_auth_token", "{}"),
      { answers: 1 },
      (answers) =>
        decide({ wait: 300 }, [bearer(madeKey(answers))]) +
        post("/revoke_auth_token", JSON.stringify({ auth_token: madeKey(answers) })),
      { answers: 3 },
      (answers) => decide("", [bearer(madeKey(answers))])
    ],
    [expected.ok, expected.ok, { status: 200, body: "empty" }, expected.refused]
  ),
  open(
    "a page token of another group is 400, and of another route",
    [
      get("/v1/skills?limit=1", [bearer(keys.b)]),
      { answers: 1 },
      (answers) =>
        get(`/v1/skills?limit=1&page_token=${nextPageToken(answers)}`) +
        get(`/v1/skills/skill-b/revisions?limit=1&page_token=${nextPageToken(answers)}`, [bearer(keys.b)]) +
        get(`/v1/skills?limit=1&page_token=${nextPageToken(answers)}`, [bearer(keys.b)])
    ],
    [expected.ok, expected.invalid, expected.invalid, expected.ok]
  ),
  open(
    "keys of one group share its rate, refusals for keys, paths and methods cost none of it",
    [
      { wait: 1_100 },
      get("/v1/skills", [bearer(unknownKey)]).repeat(5) +
        get("/nowhere").repeat(5) +
        head("HEAD /v1/skills HTTP/1.1", "host: a", bearer()).repeat(5) +
        get("/v1/skills/skill-a") +
        get("/v1/skills/skill-a", [bearer(keys.e)])
    ],
    [
      ...several(5, expected.refused),
      ...several(5, expected.noPath),
      ...Array.from({ length: 5 }, () => ({ status: 405, body: "empty" })),
      { ...expected.ok, headers: { "x-ratelimit-used": /^[12]$/ } },
      { ...expected.ok, headers: { "x-ratelimit-used": /^[12]$/ } }
    ],
    { server: "limited", alone: true }
  ),
  foreignIdsRow,
  open(
    "a forged page token is 400",
    [
      get("/v1/skills?page_token=eyJhIjoxfQ"),
      get("/v1/skills?page_token=../../etc/passwd"),
      get(`/v1/skills?page_token=${"A".repeat(10_000)}`)
    ],
    [expected.invalid, expected.invalid, expected.invalid]
  ),
  open(
    "the eleventh key that a group makes in a minute is 429, whichever of its keys makes it",
    [
      ...Array.from({ length: 9 }, () => post("/generate_auth_token", "{}", [bearer(keys.c)])),
      post("/generate_auth_token", "{}", [bearer(keys.c)]),
      { answers: 10 },
      (answers) => post("/generate_auth_token", "{}", [bearer(madeKey(answers))])
    ],
    [...several(10, expected.ok), expected.tooMany]
  ),
  open(
    "a leaked key without the right is 403, and so is every key it makes",
    [
      get("/v1/skills", [bearer(keys.few)]) + decide("", [bearer(keys.few)]),
      post("/revoke_auth_token", JSON.stringify({ auth_token: keys.few }), [bearer(keys.few)]),
      post("/generate_auth_token", "{}", [bearer(keys.few)]),
      { answers: 4 },
      (answers) =>
        get("/v1/skills", [bearer(madeKey(answers.slice(3)))]) +
        decide("", [bearer(madeKey(answers.slice(3)))])
    ],
    [expected.ok, expected.forbidden, expected.forbidden, expected.ok, expected.ok, expected.forbidden]
  ),
  open(
    "reviews need a right that a key has only by its name",
    [get("/v1/reviews"), get("/v1/reviews", [bearer(keys.few)]), get("/v1/reviews", [bearer(keys.reviewer)])],
    [expected.forbidden, expected.forbidden, expected.ok]
  ),
  open(
    "a key used from outside its networks is 403",
    [get("/v1/skills", [bearer(keys.far)]), decide("", [bearer(keys.far)])],
    [expected.forbidden, expected.forbidden]
  ),
  open(
    "a group that has used its budget is 429 until the next month, and can still revoke a key",
    [
      decide("", [bearer(keys.poor)]),
      post("/revoke_auth_token", JSON.stringify({ auth_token: unknownKey }), [bearer(keys.poor)])
    ],
    [
      { ...expected.tooMany, body: (text) => text.includes("its budget of 0 USD for this month") },
      { status: 200, body: "empty" }
    ]
  ),
  open(
    "answers that are of no use, and were paid, use up the budget of their group",
    [1, 2, 3].flatMap((answers) => [
      post("/v1/sonar", chatBody("nothing", false), [bearer(keys.c)]),
      { answers }
    ]),
    [
      { status: 502, body: "bad_gateway" },
      { status: 502, body: "bad_gateway" },
      { ...expected.tooMany, body: (text) => text.includes("its budget of 1.5 USD for this month") }
    ],
    { server: "paid", alone: true }
  ),
  open(
    "a group whose calls make the model fail does not take it from others",
    [
      post("/v1/sonar", chatBody("x", false)),
      { answers: 1 },
      ...several(20, post("/v1/sonar", chatBody("fail", false), [bearer(keys.b)])),
      { answers: 21 },
      post("/v1/sonar", chatBody("x", false))
    ],
    [expected.ok, ...several(20, { status: 502, body: "bad_gateway" }), expected.ok],
    { server: "paid", alone: true }
  ),
  open(
    "a key of a disabled group is 401, as if it were revoked",
    get("/v1/skills", [bearer(keys.disabled)]),
    expected.refused
  ),
  open(
    "a key's name of control characters or over 128 is 400",
    ["a\nb", "\u001b[31m", "x".repeat(129)].map((token_name) =>
      post("/generate_auth_token", JSON.stringify({ token_name }))
    ),
    [expected.invalid, expected.invalid, expected.invalid]
  ),
  open(
    "a NUL in an async chat or its idempotency key is stored, in the name of a revision it is 404",
    [
      post("/v1/async/sonar", chatWithNul).repeat(2),
      get("/v1/skills/skill-a?revision=%00"),
      get("/v1/async/sonar")
    ],
    [expected.ok, expected.ok, expected.missing, expected.ok]
  )
]
