// Reviews from a decision to labels, exports and a policy that they break, over a server and the command line.
import { chmodSync, readFileSync, statSync } from "node:fs"
import { assert, describe, it } from "vitest"
import type { Report } from "../../src/evaluation/report.ts"
import { eventually } from "../support/eventually.ts"
import { questions, useReviewServer } from "../support/reviewServer.ts"
import { leadline } from "../support/runCommand.ts"

const server = useReviewServer({ audit: 1 })
const { decide, directory, file, given, label: labelReview, send, write } = server

interface Listed {
  readonly review_id: string
  readonly policy: string
}

const openReviews = async (count: number): Promise<ReadonlyArray<Listed>> => {
  let reviews: ReadonlyArray<Listed> = []
  await eventually(`${count} open reviews`, async () => {
    reviews = (await send("ann", "/v1/reviews")).body.reviews
    return reviews.length === count
  })
  return reviews
}

const run = (...args: ReadonlyArray<string>) => leadline(args, { directory })

const linesOf = (text: string) =>
  text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))

const exported = async (name: string, ...args: ReadonlyArray<string>) => {
  const { code, error } = await run("reviews", "export", "--out", file(name), ...args)
  assert.strictEqual(code, 0, error)
  return { text: readFileSync(file(name), "utf8"), error }
}

describe("reviews", () => {
  it("are kept of decisions under a policy, for keys of the group with the right alone", async () => {
    assert.deepEqual(await decide({ text: "p 0.61234567", from: "a, b" }), ["review", "below_threshold"])
    assert.deepEqual(await decide({ text: "p 0.95123456", from: 'say "hi"' }), ["act", null])
    const [, oldest] = await openReviews(2)
    assert.strictEqual(oldest?.policy, "tickets@1")
    assert.strictEqual((await send("caller", "/v1/reviews")).status, 403)
    assert.deepEqual((await send("stranger", "/v1/reviews")).body, { reviews: [] })
    const { review_id = "" } = oldest ?? {}
    assert.strictEqual((await send("stranger", `/v1/reviews/${review_id}/take`, {})).status, 404)
    const { body, status } = await send("ann", `/v1/reviews/${review_id}/take`, {})
    assert.strictEqual(status, 200)
    assert.deepEqual([body.state, body.questions], [{ text: "p 0.61234567", from: "a, b" }, questions])
    assert.notMatch(JSON.stringify(body), /noul":|answers/)
    const { lease } = body
    const done = await send("ann", `/v1/reviews/${review_id}/label`, { lease, labels: { urgent: true } })
    assert.deepInclude(done.body, {
      action: "review",
      answers: { urgent: { type: "noul", noul: 0.61234567 } }
    })
  })

  it("go to Label Studio and come back, once, and agreement is said", async () => {
    const [waiting] = await openReviews(1)
    const { text } = await exported("tasks.json", "--format", "label-studio", "--predictions")
    const [task, ...others] = JSON.parse(text)
    assert.deepEqual(others, [])
    const choice = { from_name: "urgent", to_name: "text", type: "choices" }
    assert.deepEqual(task, {
      data: { text: "p 0.95123456", from: 'say "hi"', review_id: waiting?.review_id, policy: "tickets@1" },
      predictions: [
        { model_version: "m-1", score: 0.95123456, result: [{ ...choice, value: { choices: ["yes"] } }] }
      ],
      annotations: []
    })
    const annotation = (completed_by: unknown, label: string, more = {}) => ({
      completed_by,
      result: [{ id: "x1", ...choice, value: { choices: [label] } }],
      ...more
    })
    const annotations = [
      annotation({ id: 7, email: "ann@example.com" }, "yes"),
      annotation(8, "no"),
      annotation(9, "no", { was_cancelled: true })
    ]
    const labelled = write("labelled.json", JSON.stringify([{ id: 1, ...task, annotations }]))
    assert.strictEqual(
      (await run("reviews", "import", labelled)).error,
      "Labels added to reviews: 2. Known before: 0.\n"
    )
    assert.strictEqual(
      (await run("reviews", "import", labelled)).error,
      "Labels added to reviews: 0. Known before: 2.\n"
    )
    const all = await exported("all.json", "--format", "label-studio", "--all")
    assert.include(
      all.error,
      "Agreement on urgent, 1 reviews with two labels or more: Krippendorff's alpha 0.000, Cohen's kappa 0.000."
    )
    assert.include(all.error, "Audited rows of tickets@1: urgent 0 of 1 wrong.")
    const bad = write("bad.json", "{}")
    assert.strictEqual(
      (await run("reviews", "import", bad)).error,
      `leadline: ${bad}: expected tasks of Label Studio as JSON, each with data.review_id and annotations\n`
    )
  })

  it("are rows that evaluate reads, by their owner alone", async () => {
    chmodSync(write("rows.jsonl", "of others"), 0o644)
    const { text } = await exported("rows.jsonl")
    const rows = linesOf(text)
    assert.deepEqual(
      rows.map(({ action, from, inclusion_probability, reviewers, urgent }) => [
        action,
        from,
        inclusion_probability,
        reviewers,
        urgent
      ]),
      [
        ["review", "a, b", 1, 1, "yes"],
        ["act", 'say "hi"', 1, 2, "yes"]
      ]
    )
    assert.strictEqual(statSync(file("rows.jsonl")).mode & 0o777, 0o600)
    const csv = await exported("rows.csv", "--policy", "tickets")
    assert.match(
      csv.text,
      /^review_id,request_id,policy,action,created_at,inclusion_probability,reviewers,text,from,urgent\n/
    )
    assert.include(csv.text, ',p 0.95123456,"say ""hi""",yes\n')
    assert.strictEqual((await exported("none.csv", "--policy", "other")).text, "\n")
    const yaml = write(
      "questions.yaml",
      JSON.stringify({ id: "review_id", state: ["text", "from"], questions })
    )
    for (const name of ["rows.jsonl", "rows.csv"]) {
      const out = file("report.json")
      const env = { LEADLINE_API_KEY: given.keys["caller"] ?? "" }
      process.env["LEADLINE_API_KEY"] = env.LEADLINE_API_KEY
      const { code, error } = await leadline(["evaluate", yaml, file(name), "--url", given.url, "--out", out])
      delete process.env["LEADLINE_API_KEY"]
      assert.strictEqual(code, 0, error)
      const { questions: figures } = JSON.parse(readFileSync(out, "utf8")) as Report
      assert.deepInclude(figures[0]?.figures, { rows: 2, isWeighted: true })
      assert.strictEqual(figures[0]?.figures.accuracy.value, 1)
    }
  })

  it("break a policy whose answers they show to be wrong: it acts upon nothing, and says why", async () => {
    for (let row = 0; row < 3; row++) {
      assert.deepEqual(await decide(`p 0.9${row}123456`), ["act", null])
      const [one] = await openReviews(1)
      await labelReview("ben", one?.review_id ?? "", false)
    }
    let answer: ReadonlyArray<unknown> = []
    await eventually("a review", async () => {
      answer = await decide("p 0.99123456")
      return answer[0] === "review"
    })
    assert.deepEqual(answer, ["review", "policy_broken"])
    assert.include(
      (await exported("rows.jsonl")).error,
      "Audited rows of tickets@1: urgent 3 of 4 wrong. Its promise does not hold: it acts upon nothing."
    )
  })
})
