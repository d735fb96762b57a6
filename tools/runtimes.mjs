// Checks the client on every runtime, from packed packages. Words are names of runtimes: pnpm runtimes deno bun
import assert from "node:assert/strict"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { install, must, pack } from "./consumer.mjs"

const scratch = mkdtempSync(join(tmpdir(), "leadline-runtimes-"))
try {
  await must("turbo", ["run", "build", "--output-logs=errors-only"])
  const consumer = await install(scratch, await pack(scratch))
  await must("node", ["packages/runtimes/src/main.ts", "--in", consumer, ...process.argv.slice(2)])
} catch (error) {
  if (!(error instanceof assert.AssertionError)) throw error
  console.error(error.message)
  process.exitCode = 1
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
