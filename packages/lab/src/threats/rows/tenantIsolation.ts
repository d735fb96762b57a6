// Rows about what keys may do: revocation, key groups, page tokens, and limits on making keys.
// Source: §5, §7.1; Assumed: ours for most rows.
import { keys, unknownKey } from "../apiKeys.ts"
import type { RawResponse } from "../readResponses.ts"
import { bearer, decide, get, head, post, expected } from "../requests.ts"
import type { Threat } from "../Threat.ts"

const wrongLast = `${keys.a.slice(0, -1)}${keys.a.endsWith("0") ? "1" : "0"}`

const madeKey = ([first]: ReadonlyArray<RawResponse>): string => JSON.parse(first?.text ?? "{}").auth_token

const nextPageToken = ([first]: ReadonlyArray<RawResponse>): string =>
  JSON.parse(first?.text ?? "{}").next_page_token

/** Revocation, key groups and page tokens. */
export const isolationRows: ReadonlyArray<Omit<Threat, "id">> = [
  {
    title: "an unknown, a foreign, a malformed and a revoked key are revoked alike, and nothing changes",
    send: [
      ...[unknownKey, keys.b, "x", wrongLast, keys.revoked].map((auth_token) =>
        post("/revoke_auth_token", JSON.stringify({ auth_token }))
      ),
      get("/v1/skills", [bearer(keys.b)])
    ],
    answers: [...Array.from({ length: 5 }, () => ({ status: 200, body: "empty" })), expected.ok],
    connection: "open"
  },
  {
    title: "a deleted key is refused at once (LiteLLM 1775, Tyk 2293)",
    send: [
      post("/generate_auth_token", "{}"),
      { answers: 1 },
      (answers) => get("/v1/skills", [bearer(madeKey(answers))]),
      { answers: 2 },
      (answers) => post("/revoke_auth_token", JSON.stringify({ auth_token: madeKey(answers) })),
      { answers: 3 },
      (answers) => get("/v1/skills", [bearer(madeKey(answers))]).repeat(5)
    ],
    answers: [
      expected.ok,
      expected.ok,
      { status: 200, body: "empty" },
      ...Array.from({ length: 5 }, () => expected.refused)
    ],
    connection: "open"
  },
  {
    title: "a request that runs when its key is revoked ends well, the next is 401",
    send: [
      post("/generate_auth_token", "{}"),
      { answers: 1 },
      (answers) =>
        decide({ wait: 300 }, [bearer(madeKey(answers))]) +
        post("/revoke_auth_token", JSON.stringify({ auth_token: madeKey(answers) })),
      { answers: 3 },
      (answers) => decide("", [bearer(madeKey(answers))])
    ],
    answers: [expected.ok, expected.ok, { status: 200, body: "empty" }, expected.refused],
    connection: "open"
  },
  {
    title: "a page token of another group is 400, and of another route",
    send: [
      get("/v1/skills?limit=1", [bearer(keys.b)]),
      { answers: 1 },
      (answers) =>
        get(`/v1/skills?limit=1&page_token=${nextPageToken(answers)}`) +
        get(`/v1/skills/skill-b/revisions?limit=1&page_token=${nextPageToken(answers)}`, [bearer(keys.b)]) +
        get(`/v1/skills?limit=1&page_token=${nextPageToken(answers)}`, [bearer(keys.b)])
    ],
    answers: [expected.ok, expected.invalid, expected.invalid, expected.ok],
    connection: "open"
  },
  {
    title: "keys of one group share its rate, refusals for keys, paths and methods cost none of it",
    server: "limited",
    send: [
      { wait: 1_100 },
      get("/v1/skills", [bearer(unknownKey)]).repeat(5) +
        get("/nowhere").repeat(5) +
        head("HEAD /v1/skills HTTP/1.1", "host: a", bearer()).repeat(5) +
        get("/v1/skills/skill-a") +
        get("/v1/skills/skill-a", [bearer(keys.e)])
    ],
    answers: [
      ...Array.from({ length: 5 }, () => expected.refused),
      ...Array.from({ length: 5 }, () => expected.noPath),
      ...Array.from({ length: 5 }, () => ({ status: 405, body: "empty" })),
      { ...expected.ok, headers: { "x-ratelimit-used": /^[12]$/ } },
      { ...expected.ok, headers: { "x-ratelimit-used": /^[12]$/ } }
    ],
    connection: "open",
    alone: true
  },
  {
    title: "a skill, its revisions and a queued chat of another group are 404",
    send: [
      get("/v1/skills/skill-b"),
      get("/v1/skills/skill-b/revisions"),
      get("/v1/skills/skill-b/download"),
      get("/v1/async/sonar/async-b"),
      head("DELETE /v1/skills/skill-b?expected_revision=r1 HTTP/1.1", "host: a", bearer())
    ],
    answers: Array.from({ length: 5 }, () => expected.missing),
    connection: "open"
  },
  {
    title: "a forged page token is 400",
    send: [
      get("/v1/skills?page_token=eyJhIjoxfQ"),
      get("/v1/skills?page_token=../../etc/passwd"),
      get(`/v1/skills?page_token=${"A".repeat(10_000)}`)
    ],
    answers: [expected.invalid, expected.invalid, expected.invalid],
    connection: "open"
  },
  {
    title: "the eleventh key that a group makes in a minute is 429, whichever of its keys makes it",
    send: [
      ...Array.from({ length: 9 }, () => post("/generate_auth_token", "{}", [bearer(keys.c)])),
      post("/generate_auth_token", "{}", [bearer(keys.c)]),
      { answers: 10 },
      (answers) => post("/generate_auth_token", "{}", [bearer(madeKey(answers))])
    ],
    answers: [...Array.from({ length: 10 }, () => expected.ok), expected.tooMany],
    connection: "open"
  },
  {
    title: "a leaked key without the right is 403, and so is every key it makes",
    send: [
      get("/v1/skills", [bearer(keys.few)]) + decide("", [bearer(keys.few)]),
      post("/revoke_auth_token", JSON.stringify({ auth_token: keys.few }), [bearer(keys.few)]),
      post("/generate_auth_token", "{}", [bearer(keys.few)]),
      { answers: 4 },
      (answers) =>
        get("/v1/skills", [bearer(madeKey(answers.slice(3)))]) +
        decide("", [bearer(madeKey(answers.slice(3)))])
    ],
    answers: [
      expected.ok,
      expected.forbidden,
      expected.forbidden,
      expected.ok,
      expected.ok,
      expected.forbidden
    ],
    connection: "open"
  },
  {
    title: "a key used from outside its networks is 403",
    send: [get("/v1/skills", [bearer(keys.far)]), decide("", [bearer(keys.far)])],
    answers: [expected.forbidden, expected.forbidden],
    connection: "open"
  },
  {
    title: "a group that has used its budget is 429 until the next month, and can still revoke a key",
    send: [
      decide("", [bearer(keys.poor)]),
      post("/revoke_auth_token", JSON.stringify({ auth_token: unknownKey }), [bearer(keys.poor)])
    ],
    answers: [
      { ...expected.tooMany, body: (text) => text.includes("its budget of 0 USD for this month") },
      { status: 200, body: "empty" }
    ],
    connection: "open"
  },
  {
    title: "a key of a disabled group is 401, as if it were revoked",
    send: [get("/v1/skills", [bearer(keys.disabled)])],
    answers: [expected.refused],
    connection: "open"
  },
  {
    title: "a key's name of control characters or over 128 is 400",
    send: ["a\nb", "\u001b[31m", "x".repeat(129)].map((token_name) =>
      post("/generate_auth_token", JSON.stringify({ token_name }))
    ),
    answers: [expected.invalid, expected.invalid, expected.invalid],
    connection: "open"
  }
]
