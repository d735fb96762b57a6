// Exported reviews are written as they are read.
import type { StoredReview } from "@leadline/store-sql"
import * as Effect from "effect/Effect"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "vitest"
import { writeReviews } from "../../src/reviews/exportReviews.ts"
import { emptyDirectory } from "../support/serverProcess.ts"

const review = (id: string, state: unknown): StoredReview => ({
  id,
  policy: "tickets@1",
  request_id: "r",
  status: "open",
  created_at: 0,
  inclusion_probability: 1,
  state,
  labels: [],
  model: "m",
  questions: { urgent: { type: "noul", instructions: "Is it?" } },
  answers: { urgent: { type: "noul", noul: 0.9 } },
  action: "review",
  reasons: [],
  acted: []
})

const kept = [review("a", { text: "one" }), review("b", 'say "hi"')]
const later = review("c", { other: 1 })

it("CSV has the columns of all rows, each written before the next is read, and no review that has come since with another column", async () => {
  const path = join(emptyDirectory(), "reviews.csv")
  const lines: Array<number> = []
  let readings = 0
  const read = (use: (one: StoredReview) => Effect.Effect<void, unknown>) =>
    Effect.suspend(() =>
      Effect.forEach(readings++ === 0 ? kept : [...kept, later], (one) => {
        lines.push(existsSync(path) ? readFileSync(path, "utf8").split("\n").length : 0)
        return use(one)
      })
    ).pipe(Effect.asVoid)
  const written: Array<string> = []
  const options = { path, format: "csv", stateColumn: "state", withPredictions: false } as const
  await Effect.runPromise(writeReviews(options, read, ({ id }) => written.push(id)))
  const names = "review_id,request_id,policy,action,created_at,inclusion_probability,reviewers"
  const row = ",r,tickets@1,review,1970-01-01T00:00:00.000Z,1,0"
  const text = `${names},text,urgent,state\na${row},one,,\nb${row},,,"say ""hi"""\n`
  assert.strictEqual(readFileSync(path, "utf8"), text)
  assert.deepEqual([...lines.slice(2), ...written], [0, 3, 4, "a", "b"])
})
