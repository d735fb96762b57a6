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

const options = (format: ExportOptions["format"], name: string): ExportOptions => ({
  path: join(directory, name),
  format,
  stateColumn: "state",
  withPredictions: false
})

/** Writes reviews, and gives what the file has when each further one is read. */
const write = async (given: ExportOptions, passes: ReadonlyArray<ReadonlyArray<StoredReview>>) => {
  const text = () => (existsSync(given.path) ? readFileSync(given.path, "utf8") : undefined)
  const seen: Array<string | undefined> = []
  let pass = 0
  const read = (use: (one: StoredReview) => Effect.Effect<void, unknown>) =>
    Effect.suspend(() =>
      Effect.forEach(
        passes[pass++] ?? assert.fail("It is read too often"),
        (one) => {
          seen.push(text())
          return use(one)
        },
        { discard: true }
      )
    )
  const written: Array<string> = []
  const count = await Effect.runPromise(writeReviews(given, read, ({ id }) => written.push(id)))
  assert.lengthOf(written, count)
  return { seen, written, text: text() }
}

it("JSON Lines are made by the first review, and have each before the next is read", async () => {
  const { seen, text } = await write(options("jsonl", "rows.jsonl"), [[first, second]])
  const lines = text?.split("\n") ?? []
  assert.deepEqual(seen, [undefined, `${lines[0]}\n`])
  assert.deepEqual(
    lines.slice(0, -1).map((line) => JSON.parse(line)),
    [first, second].map(({ id }) => ({
      review_id: id,
      request_id: "r",
      policy: "tickets@1",
      action: "review",
      created_at: "1970-01-01T00:00:00.000Z",
      inclusion_probability: 1,
      reviewers: 0,
      ...(id === "a" ? { text: "one" } : { state: 'say "hi"' })
    }))
  )
})

it("tasks of Label Studio are one array, each written before the next is read", async () => {
  const { seen, text = "" } = await write(options("label-studio", "tasks.json"), [[first, second, later]])
  assert.deepEqual(
    JSON.parse(text).map(({ data }: { readonly data: object }) => data),
    [
      { text: "one", review_id: "a", policy: "tickets@1" },
      { state: 'say "hi"', review_id: "b", policy: "tickets@1" },
      { other: 1, review_id: "c", policy: "tickets@1" }
    ]
  )
  assert.deepEqual(
    seen.map((before) => before?.split("\n").length),
    [undefined, 2, 3]
  )
})

const row = (id: string) => `${id},r,tickets@1,review,1970-01-01T00:00:00.000Z,1,0`

it("CSV has the columns of all rows, and no review that has come since with another one", async () => {
  const { seen, text, written } = await write(options("csv", "rows.csv"), [
    [first, second],
    [first, second, later]
  ])
  const names = "review_id,request_id,policy,action,created_at,inclusion_probability,reviewers"
  assert.strictEqual(text, `${names},text,urgent,state\n${row("a")},one,,\n${row("b")},,,"say ""hi"""\n`)
  assert.deepEqual(written, ["a", "b"])
  assert.deepEqual(
    seen.map((before) => before?.split("\n").length),
    [undefined, undefined, undefined, 3, 4]
  )
})
