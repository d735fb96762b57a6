// Policies from `fit` to the server: a changed question, another model and another rounding are each caught, on every path; and policy files that no fit has written.
import type { Policy } from "@leadline/core/policies"
import * as ServerSettings from "@leadline/core/server-settings"
import * as Store from "@leadline/store-sql"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { mkdirSync } from "node:fs"
import { assert, beforeAll, beforeEach, describe, it } from "vitest"
import { layerMcp } from "../../src/mcp/protocol.ts"
import { readPolicy } from "../../src/policies/policyFile.ts"
import { sourceOf } from "../../src/rows/source.ts"
import { csv, filesIn, noulsOf, read, useJsonServer } from "../support/decisionServer.ts"
import { decide, mcpAt } from "../support/mcpServer.ts"
import { policyOf } from "../support/policies.ts"
import { leadline } from "../support/runCommand.ts"
import { emptyDirectory } from "../support/serverProcess.ts"
import { useStoreServer } from "../support/storeServer.ts"

const { path: file, write } = filesIn(emptyDirectory())
const urgent = { type: "noul", instructions: "Does this need help today?" }

/** The model behind the backend, or several in turn, and how many decimals it gives. */
const served = { model: "m-1", decimals: 9 }
beforeEach(() => void Object.assign(served, { model: "m-1", decimals: 9 }))
let count = 0
const upstream = useJsonServer((asked) => {
  const { questions, state } = asked as { readonly questions: object; readonly state: string }
  const models = served.model.split("|")
  const usage = { input_tokens: 1, output_tokens: 0 }
  const answers = noulsOf(questions, state, served.decimals)
  return { body: { model: models.at(count++ % models.length), answers, usage } }
})

/** Sure answers are right, others every other time. */
const rows = Array.from({ length: 200 }, (_row, i) => {
  const isSure = i < 120
  return [isSure ? `p 0.9${i % 10}1234567` : "p 0.61234567", isSure || i % 2 === 0 ? "yes" : "no"] as const
})
const local = () => `  local: { kind: system-one, server: llamacpp, url: "${upstream.url}" }\n`
const { given, send, start } = useStoreServer()

/** Fits the policy, to the answers of a file of backends. */
const fit = async (name: string, backends: string) => {
  const words = ["fit", file("questions.yaml"), file("labelled.csv"), "--out", file(name)]
  const { code, error } = await leadline([...words, "--backends", backends])
  return { error, policy: code === 0 ? (JSON.parse(read(file(name))) as Policy) : undefined }
}
let fitted: Policy

beforeAll(async () => {
  write("questions.yaml", JSON.stringify({ state: "text", group: "customer", questions: { urgent } }))
  write("labelled.csv", csv(rows))
  const backends = write("backends.yaml", `backends:\n${local()}routes: { decisions: [local] }\n`)
  const { error, policy } = await fit("tickets.policy.json", backends)
  fitted = policy ?? assert.fail(error)
  assert.deepInclude(fitted, { model: "decider-27b", answeredBy: { model: "m-1", decimals: null } })
  await start({
    directory: emptyDirectory(),
    decisions: Layer.orDie(sourceOf(backends).layer),
    fill: Effect.gen(function* () {
      yield* Store.ensureKey()
      yield* Store.putPolicy("default", "tickets", fitted)
      return {
        plain: yield* Store.createKey(),
        own: yield* Store.createKey({ policy: "tickets" }),
        other: yield* Store.createKey({ group: "other", createGroup: true })
      }
    }),
    more: Layer.merge(layerMcp, ServerSettings.layer({ origins: ["https://app.example"] }))
  })
})

const doors = {
  "/v1/decisions": (state: string, questions: object) => ({ model: "decider-27b", state, questions }),
  "/v1/systemone": (state: string, questions: object) => ({ state, questions }),
  "/openai/v1/decisions": (input: string) => ({
    model: "decider-27b",
    input,
    questions: [{ type: "predicate", name: "urgent", instructions: urgent.instructions }]
  })
} as const

const usual = {
  door: "/v1/decisions" as keyof typeof doors,
  header: "tickets",
  key: "plain",
  questions: { urgent } as object,
  state: "p 0.951234567"
}

/** A request; by default one that is acted upon. */
const ask = (more: Partial<typeof usual>) => {
  const { door, header, key, questions, state } = { ...usual, ...more }
  const headers = { origin: "https://app.example", "x-leadline-policy": header }
  return send(key, door, doors[door](state, questions), headers)
}

/** The action, and the reason for the question. */
const judged = async (more: Partial<typeof usual>) => {
  const { body, headers } = await ask(more)
  assert.strictEqual(body.policy.action, headers.get("x-leadline-action"))
  return [body.policy.action, body.policy.questions.urgent.reason]
}

const evaluate = async () => {
  const words = ["evaluate", file("questions.yaml"), file("labelled.csv")]
  const flags = ["--backends", file("backends.yaml"), "--policy", file("tickets.policy.json")]
  return (await leadline([...words, ...flags])).error
}

describe("a policy", () => {
  it.each(Object.keys(doors) as ReadonlyArray<keyof typeof doors>)(
    "acts upon what is as sure as it was fitted for, and not by another model or rounding, on %s",
    async (door) => {
      const { body, headers, text } = await ask({ door, header: "tickets@1" })
      assert.strictEqual(headers.get("x-leadline-policy"), "tickets@1")
      // A page may read it.
      assert.include(headers.get("access-control-expose-headers"), "x-leadline-policy")
      const { calibrated, probability, ...question } = body.policy.questions.urgent
      assert.deepStrictEqual(question, { action: "act", reason: null, threshold: 0.901234567 })
      assert.closeTo(probability, 0.951234567, 1e-12)
      assert.isAtLeast(calibrated, 0.5)
      assert.match(text, /"(?:noul|probability)":0\.951234567/)
      assert.deepStrictEqual(await judged({ door, state: "p 0.712345678" }), ["review", "below_threshold"])
      served.model = "m-2"
      assert.deepStrictEqual(await judged({ door }), ["review", "model_changed"])
      Object.assign(served, { model: "m-1", decimals: 2 })
      assert.deepStrictEqual(await judged({ door }), ["review", "rounding_changed"])
      // 0.996 is given as 1.
      assert.deepStrictEqual(await judged({ door, state: "p 0.996123456" }), ["review", "rounding_changed"])
    }
  )

  it("fields in another order and a null are the same question; an edited one and one more are not", async () => {
    const same = { criteria: null, instructions: urgent.instructions, type: "noul" }
    assert.deepStrictEqual(await judged({ questions: { urgent: same } }), ["act", null])
    const edited = { ...urgent, instructions: "Does this need help now?" }
    assert.deepStrictEqual(await judged({ questions: { urgent: edited } }), ["review", "questions_changed"])
    const more = { urgent, spam: { type: "noul", instructions: "Is it spam?" } }
    assert.deepStrictEqual(await judged({ questions: more }), ["review", "questions_changed"])
  })

  it("one that the key group does not have is a 400, and nothing is asked", async () => {
    for (const asked of [{ header: "other" }, { key: "other" }]) {
      const before = count
      const { body, status } = await ask(asked)
      assert.deepStrictEqual([status, body.error.param, count], [400, "x-leadline-policy", before])
    }
  })

  it("of a key is in the result of a tool of MCP", async () => {
    const { begin, send: post } = mcpAt(given.url)
    const key = given.keys["own"]
    const session = await begin(key)
    const response = await post(decide(1, "p 0.712345678", { urgent }), session, key)
    const { policy } = JSON.parse(await response.text()).result.structuredContent
    assert.deepInclude(policy, { name: "tickets@1", action: "review" })
    assert.strictEqual(policy.questions.urgent.reason, "below_threshold")
  })

  it("the command line puts, lists, shows and deletes it, and gives it to a key", async () => {
    const directory = file("store")
    mkdirSync(directory)
    const run = async (line: string) => {
      const { code, error, out } = await leadline(line.split(" "), { directory })
      return code === 0 ? out + error : `${code}: ${error}`
    }
    await run("keys create --group acme --new-group")
    const put = await run(`policies put ${file("tickets.policy.json")} --group acme`)
    assert.match(put, /^Policy tickets@1 of group acme is stored\./)
    assert.match(await run("policies list"), /acme +tickets +1 +active +m-1 +0\.05 +0\.95/)
    assert.deepStrictEqual(JSON.parse(await run("policies show tickets@1 --group acme")), fitted)
    const wrong = await run(`policies put ${file("questions.yaml")}`)
    assert.match(wrong, /^1: .*expected a policy of leadline fit/)
    assert.match(await run("keys create -q --group acme --policy tickets"), /^ll_/)
    assert.match(await run("policies delete tickets --group acme"), /is deleted\. Versions: 1\./)
  })

  it("a Leadline server behind the backend, and a backend after one that fails, name the model", async () => {
    const key = `file:${write("key", given.keys["plain"] ?? "")}`
    for (const [name, backends, routes] of [
      ["chain.yaml", `  front: { kind: leadline, url: "${given.url}", apiKey: "${key}" }\n`, "[front]"],
      ["second.yaml", `${local()}  dead: { kind: leadline, url: "http://127.0.0.1:9" }\n`, "[dead, local]"]
    ] as const) {
      const text = `backends:\n${backends}routes: { decisions: ${routes} }\n`
      const { error, policy } = await fit(`${name}.json`, write(name, text))
      assert.deepStrictEqual({ ...policy, source: fitted.source }, fitted, error)
    }
  })

  it("is not written, nor applied by evaluate, when several models answer or another one does", async () => {
    served.model = "m-2"
    assert.match(await evaluate(), /fitted on m-1, and m-2 answers: fit it again/)
    served.model = "m-1|m-2"
    const { error } = await fit("none.json", file("backends.yaml"))
    assert.match(error, /No policy is written: several models answered, m-1, m-2\. Ask one/)
    Object.assign(served, { model: "m-1", decimals: 2 })
    assert.match(await evaluate(), /with all decimals, and they have 2 decimals now: fit it again/)
  })
})

/** A policy of one question with such a calibration, as JSON. */
const readWith = (calibration: string) => {
  const policy = policyOf({ urgent: { rows: 100, coverage: 1, calibration: null, thresholds: [] } })
  const text = JSON.stringify(policy).replace('"calibration":null', `"calibration":${calibration}`)
  return Effect.runPromise(Effect.result(readPolicy(write("foreign.policy.json", text))))
}

const line = (...places: ReadonlyArray<number>) =>
  JSON.stringify({ method: "isotonic", points: places.map((x) => ({ x, fitted: 0.5 })) })

it.each([
  ["a temperature near 0", '{"method":"temperature","temperature":1e-308}'],
  ["no points", line()],
  ["points without order", line(0.5, 0.2)],
  ["10,001 points", line(...Array.from({ length: 10_001 }, () => 0.5))],
  ["weights for more classes than offsets", '{"method":"vector-scaling","w":[1,1],"b":[0]}'],
  ["an offset that hides all others", '{"method":"vector-scaling","w":[1,1],"b":[1e308,0]}']
])("a calibration with %s is refused, one by points in order is read", async (_what, calibration) => {
  assert.strictEqual((await readWith(line(0.2, 0.2, 0.9)))._tag, "Success")
  const result = await readWith(calibration)
  assert.include(result._tag === "Failure" ? result.failure.message : "", "expected a policy of leadline fit")
})
