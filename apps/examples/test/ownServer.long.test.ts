// The example of a server of your own: its program serves decisions of its own model, and ends on SIGTERM.
// Source: §4.1; Assumed: ours.
import { programArguments } from "@leadline/lab/program"
import { createClient } from "@leadline/transport-fetch"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"

const apiKey = "a-key-of-this-test-alone"
const directory = mkdtempSync(join(tmpdir(), "leadline-own-server-"))

/** Starts the program, and waits until it listens. */
const start = async () => {
  const child = spawn(process.execPath, programArguments("apps/examples/src/own-server/serve.ts"), {
    cwd: directory,
    env: {
      PATH: process.env["PATH"] ?? "",
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
      PORT: "0",
      LEADLINE_API_KEY: apiKey
    },
    stdio: ["ignore", "pipe", "inherit"]
  })
  const ended = once(child, "close")
  let printed = ""
  for await (const data of child.stdout) {
    printed += String(data)
    const baseUrl = /Listening on (http:\S+)/.exec(printed)?.[1]
    if (baseUrl !== undefined) {
      child.stdout.resume()
      return { baseUrl, child, ended }
    }
  }
  return assert.fail(`the program ended: ${printed}`)
}

describe("a server of your own", { timeout: 120_000 }, () => {
  let running: Awaited<ReturnType<typeof start>>
  beforeAll(async () => {
    running = await start()
  })
  afterAll(() => rmSync(directory, { recursive: true, force: true }))

  it("answers decisions by the weights of its model", async () => {
    await using client = createClient({ apiKey, baseUrl: running.baseUrl })
    const { answers, usage } = await client.decisions.create({
      model: "decider-27b",
      state: "The invoice was paid twice.",
      questions: { team: { type: "choice", criteria: { billing: "invoice", technical: "bug" } } }
    })
    const likely = Math.E / (Math.E + 1)
    assert.strictEqual(answers.team.choice, "billing")
    assert.closeTo(answers.team.probabilities.billing, likely, 1e-6)
    assert.isAbove(usage.input_tokens, 0)
  })

  it("ends on SIGTERM", async () => {
    running.child.kill("SIGTERM")
    assert.deepStrictEqual(await running.ended, [0, null])
  })
})
