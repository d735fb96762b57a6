// Wire cases of reviews that no store has. What needs stored reviews has tests of its own.
import { error, identified, wrongMethod, wrongPath, type WireCase } from "./WireCase.ts"

const absent = "/v1/reviews/review_00000000-0000-7000-8000-000000000000"
const unknown = error("No review has this id.", "not_found")

const lists = (query: string, status: number, answer: unknown): WireCase => ({
  name: `reviews: the list${query === "" ? "" : ` with ${query}`} is ${status}`,
  method: "GET",
  path: `/v1/reviews${query}`,
  status,
  answer,
  answerHeaders: identified
})

const posts = (what: string, body: string, status: number, answer: unknown): WireCase => ({
  name: `reviews: ${what} with ${body === "" ? "no body" : body} is ${status}`,
  path: `${absent}/${what}`,
  body,
  status,
  answer,
  answerHeaders: identified
})

const lease = { lease: "lease_1" }
const labels = { urgent: true, team: "billing", mood: 2 }

/** The wire cases of reviews. */
export const reviewsWire: ReadonlyArray<WireCase> = [
  lists("", 200, { reviews: [] }),
  lists("?status=labelled&limit=200&page_token=", 200, { reviews: [] }),
  lists("?status=gone", 400, error("status: expected one of open, labelled, skipped")),
  lists("?limit=201", 400, error("limit: expected a whole number from 1 to 200")),
  lists(
    "?page_token=x",
    400,
    error("page_token: expected the next_page_token of a page of this list, at most a day old")
  ),
  posts("take", "", 404, unknown),
  posts("take", "{}", 404, unknown),
  posts("label", JSON.stringify({ ...lease, labels }), 404, unknown),
  posts("label", JSON.stringify({ labels }), 400, error("lease: field required")),
  posts("label", JSON.stringify(lease), 400, error("labels: field required")),
  posts(
    "label",
    JSON.stringify({ lease: "a b", labels }),
    400,
    error("lease: expected a lease of 1 to 128 letters, digits, _ and -")
  ),
  posts("skip", JSON.stringify(lease), 404, unknown),
  posts("skip", "{}", 400, error("lease: field required")),
  wrongMethod("POST", "/v1/reviews", "GET"),
  wrongMethod("GET", `${absent}/take`, "POST"),
  wrongPath("/v1/reviews/a.b/take")
]
