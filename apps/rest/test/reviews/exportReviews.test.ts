// Exported reviews are written as they are read.
import type { StoredReview } from "@leadline/store-sql"
import * as Effect from "effect/Effect"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "vitest"
import { type ExportOptions, writeReviews } from "../../src/reviews/exportReviews.ts"
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

/** Writes reviews, of which one more comes with each reading, and gives how many lines the file has when each is read. */
const write = async (format: ExportOptions["format"]) => {
  const path = join(emptyDirectory(), format)
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
  const options = { path, format, stateColumn: "state", withPredictions: false }
  await Effect.runPromise(writeReviews(options, read, ({ id }) => written.push(id)))
  return { lines, written, text: readFileSync(path, "utf8") }
}

it("tasks of Label Studio are one array, each written before the next is read", async () => {
  const { lines, text, written } = await write("label-studio")
  assert.deepEqual(
    [lines, written],
    [
      [0, 2],
      ["a", "b"]
    ]
  )
  assert.deepEqual(
    JSON.parse(text).map(({ data }: { readonly data: object }) => data),
    [
      { text: "one", review_id: "a", policy: "tickets@1" },
      { state: 'say "hi"', review_id: "b", policy: "tickets@1" }
    ]
  )
})

it("CSV has the columns of all rows, and no review that has come since with another one", async () => {
  const { lines, text, written } = await write("csv")
  const names = "review_id,request_id,policy,action,created_at,inclusion_probability,reviewers"
  const row = ",r,tickets@1,review,1970-01-01T00:00:00.000Z,1,0"
  assert.strictEqual(text, `${names},text,urgent,state\na${row},one,,\nb${row},,,"say ""hi"""\n`)
  assert.deepEqual(
    [lines.slice(2), written],
    [
      [0, 3, 4],
      ["a", "b"]
    ]
  )
})
