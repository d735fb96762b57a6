// Policies from `fit` to the server: a changed question, another model and another rounding are each caught, on every path.
import type { Policy } from "@leadline/core/policies"
import { mkdirSync, readFileSync } from "node:fs"
import { assert, describe, it } from "vitest"
import {
  all,
  type Asked,
  ask,
  file,
  fit,
  fitted,
  keys,
  served,
  urgent,
  url,
  write
} from "../support/policyServer.ts"
import { leadline } from "../support/runCommand.ts"

/** The action, and the reason for the question. */
const judged = async (asked: Asked) => {
  const { action, body } = await ask({ header: "tickets", ...asked })
  assert.strictEqual(body.policy.action, action)
  return [action, body.policy.questions.urgent.reason]
}

/** What the tool `decide` of MCP gives. */
const decide = async ({ header, key = "plain", state = "p 0.951234567" }: Asked) => {
  const post = (method: string, params: object, session = "") =>
    fetch(`${url}/mcp`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${keys[key]}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...(session !== "" && { "mcp-session-id": session }),
        ...(header !== undefined && { "x-leadline-policy": header })
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params })
    })
  const clientInfo = { name: "test", version: "1" }
  const begun = await post("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo })
  const called = { name: "decide", arguments: { state, questions: { urgent } } }
  const response = await post("tools/call", called, begun.headers.get("mcp-session-id") ?? "")
  return JSON.parse(await response.text()).result.structuredContent
}

const evaluate = () =>
  leadline([
    "evaluate",
    file("questions.yaml"),
    file("labelled.csv"),
    "--backends",
    file("backends.yaml"),
    "--policy",
    file("tickets.policy.json")
  ])

describe("a policy", () => {
  it("is bound to the model that answered and to its decimals, as its backend says", () => {
    assert.deepInclude(fitted, {
      model: "decider-27b",
      answeredBy: { model: "m-1", decimals: null }
    })
  })

  it.each(all)("acts upon what is as sure as it was fitted for, on %s", async (door) => {
    const { action, body, headers, status, text } = await ask({ door, header: "tickets@1" })
    assert.deepStrictEqual([status, action], [200, "act"])
    assert.strictEqual(headers.get("x-leadline-policy"), "tickets@1")
    const { calibrated, ...question } = body.policy.questions.urgent
    assert.deepStrictEqual(body.policy, {
      name: "tickets@1",
      action: "act",
      questions: { urgent: { ...question, calibrated } }
    })
    assert.deepInclude(question, { action: "act", reason: null, threshold: 0.901234567 })
    assert.closeTo(question.probability, 0.951234567, 1e-12)
    assert.isAtLeast(calibrated, 0.5)
    assert.match(text, /"(?:noul|probability)":0\.951234567/)
    assert.deepStrictEqual(await judged({ door, state: "p 0.712345678" }), ["review", "below_threshold"])
  })

  it.each(all)("a swapped model is caught on %s", async (door) => {
    served.model = "m-2"
    assert.deepStrictEqual(await judged({ door }), ["review", "model_changed"])
  })

  it("an edited question is caught", async () => {
    const question = { ...urgent, instructions: "Does this need help now?" }
    assert.deepStrictEqual(await judged({ question }), ["review", "questions_changed"])
  })

  it.each(all)("a backend that rounds is caught on %s", async (door) => {
    served.decimals = 2
    assert.deepStrictEqual(await judged({ door }), ["review", "rounding_changed"])
    // 0.996 is given as 1.
    assert.deepStrictEqual(await judged({ door, state: "p 0.996123456" }), ["review", "rounding_changed"])
  })

  it("fields in another order and a null are the same question; one more is not", async () => {
    const same = { criteria: null, instructions: urgent.instructions, type: "noul" }
    assert.deepStrictEqual(await judged({ question: same }), ["act", null])
    const questions = { urgent, spam: { type: "noul", instructions: "Is it spam?" } }
    const { action, body } = await ask({ header: "tickets", questions })
    const reasons = [body.policy.questions.urgent.reason, body.policy.questions.spam.reason]
    assert.deepStrictEqual([action, ...reasons], ["review", "questions_changed", "unknown_question"])
  })

  it("one that the key group does not have is a 400, and nothing is asked", async () => {
    for (const [key, header] of [
      ["plain", "other"],
      ["other", "tickets"]
    ] as const) {
      const { body, headers, status } = await ask({ key, header })
      assert.deepStrictEqual([status, body.error.param], [400, "x-leadline-policy"])
      assert.isNull(headers.get("x-leadline-action"))
    }
  })

  it.each([
    ["the header of a message", { key: "plain", header: "tickets" }],
    ["the key", { key: "own" }]
  ])("is in the result of a tool of MCP, by %s", async (_by, asked) => {
    assert.deepInclude((await decide(asked)).policy, { name: "tickets@1", action: "act" })
    const { action, questions } = (await decide({ ...asked, state: "p 0.712345678" })).policy
    assert.deepStrictEqual([action, questions.urgent.reason], ["review", "below_threshold"])
    assert.notProperty(await decide({ key: "plain" }), "policy")
  })

  it("a page may read its headers", async () => {
    const { headers } = await ask({ header: "tickets", headers: { origin: "https://app.example" } })
    const exposed = headers.get("access-control-expose-headers") ?? ""
    for (const name of ["x-leadline-policy", "x-leadline-action", "x-leadline-model"]) {
      assert.include(exposed, name)
    }
  })

  it("the command line puts, lists, shows and deletes it, and gives it to a key", async () => {
    const directory = file("store")
    const around = { directory }
    mkdirSync(directory)
    await leadline(["keys", "create", "--group", "acme", "--new-group"], around)
    const run = async (...args: ReadonlyArray<string>) => {
      const { code, error, out } = await leadline(["policies", ...args], around)
      return code === 0 ? out + error : `${code}: ${error}`
    }
    const policy = file("tickets.policy.json")
    const put = await run("put", policy, "--group", "acme")
    assert.match(put, /^Policy tickets@1 of group acme is stored\./)
    assert.match(await run("list"), /acme +tickets +1 +active +m-1 +0\.05 +0\.95/)
    assert.deepStrictEqual(JSON.parse(await run("show", "tickets@1", "--group", "acme")), fitted)
    assert.match(await run("put", file("questions.yaml")), /^1: .*expected a policy of leadline fit/)
    const key = (...more: ReadonlyArray<string>) => leadline(["keys", "create", "--quiet", ...more], around)
    assert.strictEqual((await key("--group", "acme", "--policy", "tickets")).code, 0)
    assert.match((await key("--policy", "tickets")).error, /--policy: Group default has no policy tickets/)
    assert.match(await run("delete", "tickets", "--group", "acme"), /is deleted\. Versions: 1\./)
    assert.match(await run("delete", "tickets", "--group", "acme"), /^1: .*has no policy tickets/)
  })

  it("a Leadline server behind the backend, and a backend after one that fails, name the model", async () => {
    const local = readFileSync(file("backends.yaml"), "utf8").split("\n")[1]
    const sources = {
      "chain.yaml": `backends:\n  front: { kind: leadline, url: "${url}", apiKey: "file:${write("key", keys["plain"] ?? "")}" }\nroutes: { decisions: [front] }\n`,
      "second.yaml": `backends:\n${local}\n  dead: { kind: leadline, url: "http://127.0.0.1:9" }\nroutes: { decisions: [dead, local] }\n`
    }
    for (const [name, text] of Object.entries(sources)) {
      const { code, error } = await fit(`${name}.json`, ["--backends", write(name, text)])
      assert.strictEqual(code, 0, error)
      const other = JSON.parse(readFileSync(file(`${name}.json`), "utf8")) as Policy
      assert.deepStrictEqual({ ...other, source: fitted.source }, fitted, name)
    }
  })

  it("is not written, nor applied by evaluate, when several models answer or another one does", async () => {
    served.model = "m-2"
    assert.match((await evaluate()).error, /fitted on m-1, and m-2 answers: fit it again/)
    served.model = "m-1|m-2"
    const { error } = await fit("none.json", ["--backends", file("backends.yaml")])
    assert.match(error, /No policy is written: several models answered, m-1, m-2\. Ask one of them\./)
    Object.assign(served, { model: "m-1", decimals: 2 })
    assert.match((await evaluate()).error, /with all decimals, and they have 2 decimals now: fit it again/)
  })
})
