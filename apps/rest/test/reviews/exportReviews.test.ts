// Exported reviews are written as they are read.
import type { StoredReview } from "@leadline/store-sql"
import * as Effect from "effect/Effect"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "vitest"
import { type ExportOptions, writeReviews } from "../../src/reviews/exportReviews.ts"
import { emptyDirectory } from "../support/serverProcess.ts"

const directory = emptyDirectory()

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

const first = review("a", { text: "one" })
const second = review("b", 'say "hi"')
const later = review("c", { other: 1 })

/** Writes reviews, and gives how many lines the file has when each further one is read. */
const write = async (format: ExportOptions["format"], passes: ReadonlyArray<ReadonlyArray<StoredReview>>) => {
  const path = join(directory, format)
  const text = () => (existsSync(path) ? readFileSync(path, "utf8") : "")
  const lines: Array<number> = []
  let pass = 0
  const read = (use: (one: StoredReview) => Effect.Effect<void, unknown>) =>
    Effect.suspend(() =>
      Effect.forEach(passes[pass++] ?? assert.fail("It is read too often"), (one) => {
        lines.push(text().split("\n").length)
        return use(one)
      })
    ).pipe(Effect.asVoid)
  const written: Array<string> = []
  const options = { path, format, stateColumn: "state", withPredictions: false }
  const count = await Effect.runPromise(writeReviews(options, read, ({ id }) => written.push(id)))
  assert.lengthOf(written, count)
  return { lines, written, text: text() }
}

it("tasks of Label Studio are one array, each written before the next is read", async () => {
  const { lines, text } = await write("label-studio", [[first, second, later]])
  assert.deepEqual(lines, [1, 2, 3])
  assert.deepEqual(
    JSON.parse(text).map(({ data }: { readonly data: object }) => data),
    [
      { text: "one", review_id: "a", policy: "tickets@1" },
      { state: 'say "hi"', review_id: "b", policy: "tickets@1" },
      { other: 1, review_id: "c", policy: "tickets@1" }
    ]
  )
})

const row = (id: string) => `${id},r,tickets@1,review,1970-01-01T00:00:00.000Z,1,0`

it("CSV has the columns of all rows, and no review that has come since with another one", async () => {
  const { lines, text, written } = await write("csv", [
    [first, second],
    [first, second, later]
  ])
  const names = "review_id,request_id,policy,action,created_at,inclusion_probability,reviewers"
  assert.strictEqual(text, `${names},text,urgent,state\n${row("a")},one,,\n${row("b")},,,"say ""hi"""\n`)
  assert.deepEqual(
    [lines, written],
    [
      [1, 1, 1, 3, 4],
      ["a", "b"]
    ]
  )
})
