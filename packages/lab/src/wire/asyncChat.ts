// Wire cases of async chat: both paths of each operation, `{detail}` for invalid requests.
import {
  casesWith,
  codedError,
  detail,
  failureCases,
  passedFailures,
  refusalsWith,
  uuid,
  wrongMethod,
  type WireCase
} from "./WireCase.ts"

const path = "/v1/async/sonar"
const alias = "/async/chat/completions"
const messages = [{ role: "user", content: "Is it so?" }]
const asking = (further: object = {}, about: object = {}) =>
  JSON.stringify({ request: { model: "sonar", messages, ...about }, ...further })

interface Made {
  readonly id: string
  readonly [name: string]: unknown
}
const fresh = ({ id, ...rest }: Made) =>
  uuid.test(id) &&
  JSON.stringify(rest) === JSON.stringify({ created_at: 1_790_000_000, model: "sonar", status: "CREATED" })

const made = casesWith("")
const accepted = (name: string, body: string, at = path) => made(name, body, 200, fresh, { path: at })
const refused = refusalsWith("async chat: ", 422, detail, { path })
const isPage = ({ requests }: { readonly requests: ReadonlyArray<Made> }) =>
  requests.every(({ id, model }) => uuid.test(id) && model === "sonar")
const asks = (name: string, at: string, status: number, answer: unknown) =>
  made(name, undefined, status, answer, { method: "GET", path: at })
const lists = (name: string, query: string, at = path) => asks(name, at + query, 200, isPage)
const pageRule = "expected a whole number from 1 to 100"
const invalidQuery = (query: string, field: string, msg: string, type: string) =>
  asks(`a list with ${query} is 422`, `${path}?${query}`, 422, {
    detail: [{ loc: ["query", field], msg, type }]
  })
const keyRule = "idempotency_key: expected 1 to 255 characters [value_error]"

/** Wire cases of async chat. */
export const asyncChatWire: ReadonlyArray<WireCase> = [
  accepted("a chat request is taken", asking()),
  accepted("it is taken under the other path too", asking(), alias),
  accepted("an idempotency key may have 255 characters", asking({ idempotency_key: "k".repeat(255) })),
  accepted("null and no stream are none", asking({ idempotency_key: null }, { stream: false, top_p: null })),
  refused(asking({ idempotency_key: "" }), keyRule),
  refused(asking({ idempotency_key: "k".repeat(256) }), keyRule),
  refused(
    asking({}, { stream: true }),
    "request.stream: expected no stream: the answer is fetched later [value_error]"
  ),
  refused(
    { model: "sonar", messages },
    "model: unknown field [extra_forbidden]",
    "messages: unknown field [extra_forbidden]",
    "request: field required [missing]"
  ),
  lists("the list is shown under the other path too", "?limit=1", alias),
  lists(
    "100 is a limit, an empty token none, other parameters are ignored",
    "?limit=100&next_token=&local_mode=x"
  ),
  invalidQuery("limit=101", "limit", pageRule, "value_error"),
  ...["0", "05", "1e1", "", "%205"].map((text) =>
    invalidQuery(`limit=${text}`, "limit", pageRule, "string_pattern_mismatch")
  ),
  invalidQuery(
    "next_token=forged",
    "next_token",
    "expected the next_token of a page of this list, at most a day old",
    "value_error"
  ),
  ...[path, alias].map((at) =>
    asks(
      `an unknown request is 404 with an error object: GET ${at}`,
      `${at}/00000000-0000-4000-8000-000000000000`,
      404,
      codedError("No async chat has this id, or it is older than 7 days.", "not_found", 404)
    )
  ),
  wrongMethod("DELETE", path, "GET, POST"),
  ...failureCases(
    passedFailures,
    (tag) => ({ path, by: "fake", body: asking({ idempotency_key: `fail ${tag}` }) }),
    { coded: true, what: "a request store's" }
  )
]
