// Rows about what keys may do: revocation, key groups, page tokens, and limits on making keys.
// Source: §5, §7.1; Assumed: ours for most rows.
import { bearer, decide, expected, get, head, keys, post, unknownKey } from "../requests.ts"
import type { RawResponse } from "../readResponses.ts"
import { wrongLast } from "./authentication.ts"
import { foreignIdsRow } from "./foreignIds.ts"
import { type Row, open, several } from "./row.ts"

const fieldOf = (name: string, answer: RawResponse | undefined): string =>
  JSON.parse(answer?.text ?? "{}")[name]

const generate = post("/generate_auth_token", "{}")
const revoke = (auth_token: string, key?: string) =>
  post("/revoke_auth_token", JSON.stringify({ auth_token }), [bearer(key)])
const skills = (key: string) => get("/v1/skills", [bearer(key)])
const revoked = { status: 200, body: "empty" } as const

/** Revocation, key groups and page tokens. */
export const isolationRows: ReadonlyArray<Row> = [
  open(
    "an unknown, a foreign, a malformed and a revoked key are revoked alike, and nothing changes",
    [...[unknownKey, keys.b, "x", wrongLast, keys.revoked].map((key) => revoke(key)), skills(keys.b)],
    [...several(5, revoked), expected.ok]
  ),
  open(
    "a request that runs when its key is revoked ends well, the key is refused at once (LiteLLM 1775, Tyk 2293)",
    [
      generate,
      { answers: 1 },
      ([made]) => {
        const key = fieldOf("auth_token", made)
        return decide({ wait: 300 }, [bearer(key)]) + revoke(key)
      },
      { answers: 3 },
      ([made]) => skills(fieldOf("auth_token", made)).repeat(5)
    ],
    [expected.ok, expected.ok, revoked, ...several(5, expected.refused)]
  ),
  open(
    "a page token of another group is 400, and of another route",
    [
      get("/v1/skills?limit=1", [bearer(keys.b)]),
      { answers: 1 },
      ([page]) => {
        const query = `?limit=1&page_token=${fieldOf("next_page_token", page)}`
        return (
          get(`/v1/skills${query}`) +
          get(`/v1/skills/skill-b/revisions${query}`, [bearer(keys.b)]) +
          get(`/v1/skills${query}`, [bearer(keys.b)])
        )
      }
    ],
    [expected.ok, expected.invalid, expected.invalid, expected.ok]
  ),
  open(
    "keys of one group share its rate, refusals for keys, paths and methods cost none of it",
    [
      { wait: 1_100 },
      skills(unknownKey).repeat(5) +
        get("/nowhere").repeat(5) +
        head("HEAD /v1/skills HTTP/1.1", "host: a", bearer()).repeat(5) +
        get("/v1/skills/skill-a") +
        get("/v1/skills/skill-a", [bearer(keys.e)])
    ],
    [
      ...several(5, expected.refused),
      ...several(5, expected.noPath),
      ...several(5, { status: 405, body: "empty" }),
      ...several(2, { ...expected.ok, headers: { "x-ratelimit-used": /^[12]$/ } })
    ],
    { server: "limited", alone: true }
  ),
  foreignIdsRow,
  open(
    "a leaked key without the right is 403, and so is every key it makes",
    [
      skills(keys.few) + decide("", [bearer(keys.few)]) + revoke(keys.few, keys.few),
      post("/generate_auth_token", "{}", [bearer(keys.few)]),
      { answers: 4 },
      (answers) => {
        const key = fieldOf("auth_token", answers[3])
        return skills(key) + decide("", [bearer(key)])
      }
    ],
    [expected.ok, expected.forbidden, expected.forbidden, expected.ok, expected.ok, expected.forbidden]
  ),
  open(
    "reviews need a right that a key has only by its name",
    [get("/v1/reviews"), get("/v1/reviews", [bearer(keys.few)]), get("/v1/reviews", [bearer(keys.reviewer)])],
    [expected.forbidden, expected.forbidden, expected.ok]
  ),
  open("a key used from outside its networks is 403", skills(keys.far), expected.forbidden),
  open(
    "a group that has used its budget is 429 until the next month, and can still revoke a key",
    [decide("", [bearer(keys.poor)]), revoke(unknownKey, keys.poor)],
    [{ ...expected.tooMany, body: (text) => text.includes("its budget of 0 USD for this month") }, revoked]
  )
]
