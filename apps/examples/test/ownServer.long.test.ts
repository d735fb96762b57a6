// The example of a server of your own: its program serves decisions of its own model, and ends on SIGTERM.
// Source: §4.1; Assumed: ours.
import { programArguments } from "@leadline/lab/program"
import { createClient } from "@leadline/transport-fetch"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, it } from "vitest"
import { bareEnvironment } from "../../../packages/lab/src/processes.ts"
import { start } from "../../../packages/lab/src/runningProgram.ts"

const apiKey = "a-key-of-this-test-alone"
const cwd = mkdtempSync(join(tmpdir(), "leadline-own-server-"))
afterAll(() => rmSync(cwd, { recursive: true, force: true }))

it("a server of your own answers decisions by the weights of its model, and ends on SIGTERM", async () => {
  const words = [process.execPath, ...programArguments("apps/examples/src/own-server/serve.ts")]
  const server = start(words, { cwd, env: { ...bareEnvironment(), PORT: "0", LEADLINE_API_KEY: apiKey } })
  await using client = createClient({ apiKey, baseUrl: await server.listening() })
  const { answers, usage } = await client.decisions.create({
    model: "decider-27b",
    state: "The invoice was paid twice.",
    questions: { team: { type: "choice", criteria: { billing: "invoice", technical: "bug" } } }
  })
  assert.strictEqual(answers.team.choice, "billing")
  assert.closeTo(answers.team.probabilities.billing, Math.E / (Math.E + 1), 1e-6)
  assert.isAbove(usage.input_tokens, 0)
  assert.strictEqual((await server.end()).code, 0)
})
