// The programs over the helpers of core do what they say, against the real server with its defaults.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type Running, startService } from "../documents/service.ts"
import { runProgram } from "./runProgram.ts"

const temporary = mkdtempSync(join(tmpdir(), "leadline-tasks-"))
let service: Running
let env: { readonly [name: string]: string }
beforeAll(async () => {
  const documents = join(temporary, "documents")
  mkdirSync(documents)
  writeFileSync(join(documents, "keys.md"), "# Keys\n\nAn API key is revoked with the command keys revoke.\n")
  service = await startService({ LEADLINE_DOCUMENTS: documents })
  env = { LEADLINE_API_KEY: service.apiKey, LEADLINE_BASE_URL: service.baseUrl }
})
afterAll(async () => {
  await service.end()
  rmSync(temporary, { recursive: true, force: true })
})

describe.each(["promises", "effect"])("with %s", (api) => {
  it("tool-loop calls the function with the number, and answers from what it returns", async () => {
    const { code, output } = await runProgram(`${api}/tool-loop`, { env })
    assert.strictEqual(code, 0)
    const [call, ...answer] = output.split("\n")
    assert.strictEqual(
      call,
      'order_status({"number":"4711"}) = {"number":"4711","item":"a tide clock","status":"on its way"}'
    )
    assert.include(answer.join("\n"), "on its way")
    assert.match(output, /^2 requests, \d+ tokens$/m)
  })

  it("tool-loop tells the model what failed", async () => {
    const args = ["What is the status of order 4799?"]
    const { code, output } = await runProgram(`${api}/tool-loop`, { env, args })
    assert.strictEqual(code, 0)
    assert.match(output, /^order_status\(\{"number":"4799"\}\) = Error: There is no order 4799\.$/m)
  })

  it("structured-output reads an order", async () => {
    const express = await runProgram(`${api}/structured-output`, { env })
    assert.match(express.output, /^3 of table, express\n\d+ tokens\n$/)
    assert.strictEqual(express.code, 0)
    const args = ["Product: lamp\nQuantity: 12\nDelivery: standard"]
    const standard = await runProgram(`${api}/structured-output`, { env, args })
    assert.match(standard.output, /^12 of \w+\n/)
  })
})
