// Wire cases of reviews that no store has. What needs stored reviews has tests of its own.
import { pageLimits } from "@leadline/core/schema"
import { casesWith, error, wrongMethod, type WireCase } from "./WireCase.ts"

const absent = "/v1/reviews/review_00000000-0000-7000-8000-000000000000"
const unknown = error("No review has this id.", "not_found")

const made = casesWith("reviews: ")
const lists = (query: string, status: number, answer: unknown) =>
  made(`the list ${query} is ${status}`, undefined, status, answer, {
    method: "GET",
    path: `/v1/reviews${query}`
  })
const posts = (what: string, body: object, status: number, answer: unknown) =>
  made(`${what} with ${JSON.stringify(body)} is ${status}`, body, status, answer, {
    path: `${absent}/${what}`
  })

const lease = { lease: "lease_1" }
const labels = { urgent: true, team: "billing", mood: 2 }

/** The wire cases of reviews. */
export const reviewsWire: ReadonlyArray<WireCase> = [
  lists("", 200, { reviews: [] }),
  lists(`?status=labelled&limit=${pageLimits.max}&page_token=`, 200, { reviews: [] }),
  lists("?status=gone", 400, error("status: expected one of open, labelled, skipped")),
  lists(
    `?limit=${pageLimits.max + 1}`,
    400,
    error(`limit: expected a whole number from 1 to ${pageLimits.max}`)
  ),
  lists(
    "?page_token=x",
    400,
    error("page_token: expected the next_page_token of a page of this list, at most a day old")
  ),
  posts("take", {}, 404, unknown),
  posts("label", { ...lease, labels }, 404, unknown),
  posts("label", { labels }, 400, error("lease: field required")),
  posts("skip", lease, 404, unknown),
  wrongMethod("POST", "/v1/reviews", "GET")
]
