// Reviews from a decision to labels, exports and a policy that they break, over a server and the command line.
import { Decisions, type DecisionsRequest, make } from "@leadline/core/decisions"
import { noteModel } from "@leadline/core/policies"
import { isPromiseBroken } from "@leadline/evaluation"
import * as Store from "@leadline/store-sql"
import type { StoredReview } from "@leadline/store-sql"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { chmodSync, existsSync, statSync } from "node:fs"
import { assert, beforeAll, describe, it } from "vitest"
import type { Report } from "../../src/evaluation/report.ts"
import { questionsHash } from "../../src/policies/policyFile.ts"
import { writeReviews } from "../../src/reviews/exportReviews.ts"
import { filesIn, noulsOf, read } from "../support/decisionServer.ts"
import { eventually } from "../support/eventually.ts"
import { policyOf } from "../support/policies.ts"
import { leadline } from "../support/runCommand.ts"
import { emptyDirectory } from "../support/serverProcess.ts"
import { useStoreServer } from "../support/storeServer.ts"

const directory = emptyDirectory()
const { path: file, write } = filesIn(directory)
const { given, send, start } = useStoreServer()
const questions = { urgent: { type: "noul", instructions: "Does this need help today?" } } as const

const thresholds = [{ answer: null, from: 0.9, rows: 120, errors: 0, effectiveRows: 120, errorAtMost: 0.03 }]
const policy = policyOf(
  { urgent: { rows: 200, coverage: 0.6, calibration: null, thresholds } },
  { source: "test", questionsHash: questionsHash(questions) }
)

const create = ({ model, questions: asked, state }: typeof DecisionsRequest.Type) => {
  const answers = noulsOf(asked, JSON.stringify(state))
  const usage = { input_tokens: 1, output_tokens: 0 }
  return Effect.as(noteModel("m-1", null), { model, answers, usage } as never)
}

beforeAll(() =>
  start({
    directory,
    decisions: Layer.succeed(Decisions, make({ create })),
    fill: Effect.gen(function* () {
      yield* Store.putPolicy("default", "tickets", policy)
      return {
        caller: yield* Store.createKey(),
        ann: yield* Store.createKey({ rights: ["reviews"] }),
        ben: yield* Store.createKey({ rights: ["reviews"] }),
        stranger: yield* Store.createKey({ rights: ["reviews"], group: "other", createGroup: true })
      }
    }),
    more: Layer.merge(
      Store.layerPolicyOutcomes({ interval: 5, audit: 1 }),
      Store.layerReviews(isPromiseBroken)
    )
  })
)

/** A decision under the policy: what it did, and why. */
const decide = async (state: string | object) => {
  const request = { model: "decider-27b", state, questions }
  const { body } = await send("caller", "/v1/decisions", request, { "x-leadline-policy": "tickets" })
  return [body.policy.action, body.policy.questions.urgent.reason]
}

/** Takes a review and labels it. */
const label = async (key: string, id: string, urgent: boolean) => {
  const taken = await send(key, `/v1/reviews/${id}/take`, {})
  assert.strictEqual(taken.status, 200)
  const { lease } = taken.body
  const labelled = await send(key, `/v1/reviews/${id}/label`, { lease, labels: { urgent } })
  return { taken: taken.body, labelled: labelled.body }
}

/** The ids of open reviews, when there are so many. */
const openReviews = async (count: number): Promise<ReadonlyArray<string>> => {
  let reviews: ReadonlyArray<{ readonly review_id: string }> = []
  await eventually(`${count} open reviews`, async () => {
    reviews = (await send("ann", "/v1/reviews")).body.reviews
    return reviews.length === count
  })
  return reviews.map(({ review_id }) => review_id)
}

const run = (...args: ReadonlyArray<string>) => leadline(args, { directory })

const exported = async (name: string, ...args: ReadonlyArray<string>) => {
  const { code, error } = await run("reviews", "export", "--out", file(name), ...args)
  assert.strictEqual(code, 0, error)
  return { text: read(file(name)), error }
}

describe("reviews", () => {
  it("are kept of decisions under a policy, for keys of the group with the right alone", async () => {
    const state = { text: "p 0.61234567", from: "a, b" }
    assert.deepEqual(await decide(state), ["review", "below_threshold"])
    assert.deepEqual(await decide({ text: "p 0.95123456", from: 'say "hi"' }), ["act", null])
    const [, oldest = ""] = await openReviews(2)
    assert.strictEqual((await send("caller", "/v1/reviews")).status, 403)
    assert.deepEqual((await send("stranger", "/v1/reviews")).body, { reviews: [] })
    assert.strictEqual((await send("stranger", `/v1/reviews/${oldest}/take`, {})).status, 404)
    const { labelled, taken } = await label("ann", oldest, true)
    assert.deepInclude(taken, { policy: "tickets@1", state, questions })
    assert.notMatch(JSON.stringify(taken), /noul":|answers/)
    const answers = { urgent: { type: "noul", noul: 0.61234567 } }
    assert.deepInclude(labelled, { action: "review", answers })
  })

  it("go to Label Studio and come back, once, and agreement is said", async () => {
    const [review_id] = await openReviews(1)
    const { text } = await exported("tasks.json", "--format", "label-studio", "--predictions")
    const [task, ...others] = JSON.parse(text)
    assert.deepEqual(others, [])
    const choice = { from_name: "urgent", to_name: "text", type: "choices" }
    const result = [{ ...choice, value: { choices: ["yes"] } }]
    assert.deepEqual(task, {
      data: { text: "p 0.95123456", from: 'say "hi"', review_id, policy: "tickets@1" },
      predictions: [{ model_version: "m-1", score: 0.95123456, result }],
      annotations: []
    })
    const annotation = (completed_by: unknown, answer: string, more = {}) => ({
      completed_by,
      result: [{ id: "x1", ...choice, value: { choices: [answer] } }],
      ...more
    })
    const annotations = [
      annotation({ id: 7, email: "ann@example.com" }, "yes"),
      annotation(8, "no"),
      annotation(9, "no", { was_cancelled: true })
    ]
    const labelled = write("labelled.json", JSON.stringify([{ id: 1, ...task, annotations }]))
    const add = async () => (await run("reviews", "import", labelled)).error
    assert.strictEqual(await add(), "Labels added to reviews: 2. Known before: 0.\n")
    assert.strictEqual(await add(), "Labels added to reviews: 0. Known before: 2.\n")
    const all = await exported("all.json", "--format", "label-studio", "--all")
    assert.include(all.error, "Krippendorff's alpha 0.000, Cohen's kappa 0.000.")
    assert.include(all.error, "Audited rows of tickets@1: urgent 0 of 1 wrong.")
  })

  it("are rows that evaluate reads, by their owner alone", async () => {
    chmodSync(write("rows.jsonl", "of others"), 0o644)
    const { text } = await exported("rows.jsonl")
    assert.deepEqual(
      text.split("\n").map((line) => (line === "" ? {} : JSON.parse(line)).urgent),
      ["yes", "yes", undefined]
    )
    assert.strictEqual(statSync(file("rows.jsonl")).mode & 0o777, 0o600)
    assert.strictEqual((await exported("none.csv", "--policy", "other")).text, "\n")
    const asking = { id: "review_id", state: ["text", "from"], questions }
    const yaml = write("questions.yaml", JSON.stringify(asking))
    process.env["LEADLINE_API_KEY"] = given.keys["caller"]
    const out = file("report.json")
    const flags = ["--url", given.url, "--out", out]
    const { code, error } = await leadline(["evaluate", yaml, file("rows.jsonl"), ...flags])
    assert.strictEqual(code, 0, error)
    const [urgent] = (JSON.parse(read(out)) as Report).questions
    assert.deepInclude(urgent?.figures, { rows: 2, isWeighted: true })
    delete process.env["LEADLINE_API_KEY"]
  })

  it("break a policy whose answers they show to be wrong: it acts upon nothing, and says why", async () => {
    for (let row = 0; row < 3; row++) {
      assert.deepEqual(await decide(`p 0.9${row}123456`), ["act", null])
      const [one = ""] = await openReviews(1)
      await label("ben", one, false)
    }
    await eventually("a broken policy", async () => (await decide("p 0.99123456"))[1] === "policy_broken")
    const { error } = await exported("rows.jsonl")
    assert.match(error, /urgent 3 of 4 wrong\. Its promise does not hold: it acts upon nothing\./)
  })
})

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
  const path = file("reviews.csv")
  const lines: Array<number> = []
  let readings = 0
  const readReviews = (use: (one: StoredReview) => Effect.Effect<void, unknown>) =>
    Effect.suspend(() =>
      Effect.forEach(readings++ === 0 ? kept : [...kept, later], (one) => {
        lines.push(existsSync(path) ? read(path).split("\n").length : 0)
        return use(one)
      })
    ).pipe(Effect.asVoid)
  const written: Array<string> = []
  const options = { path, format: "csv", stateColumn: "state", withPredictions: false } as const
  await Effect.runPromise(writeReviews(options, readReviews, ({ id }) => written.push(id)))
  const names = "review_id,request_id,policy,action,created_at,inclusion_probability,reviewers"
  const row = ",r,tickets@1,review,1970-01-01T00:00:00.000Z,1,0"
  const text = `${names},text,urgent,state\na${row},one,,\nb${row},,,"say ""hi"""\n`
  assert.strictEqual(read(path), text)
  assert.deepEqual([...lines.slice(2), ...written], [0, 3, 4, "a", "b"])
})
