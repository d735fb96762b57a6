// Checks the client on every runtime, from packed packages.
import assert from "node:assert/strict"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { runtimes } from "../packages/runtimes/src/suiteRuns/runtimes.ts"
import { install, must, pack } from "./consumer.mjs"

const names = runtimes.map(({ name }) => name)

const usage = `Builds, packs and installs the packages, then checks the client on each runtime.

npm run runtimes                all of them, which takes about two minutes
npm run runtimes -- --short     what npm test checks
npm run runtimes -- deno bun    only these

Runtimes: ${names.join(", ")}`

/** What to check, or undefined when only the usage is to be told. */
const asked = () => {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { help: { type: "boolean", short: "h" }, short: { type: "boolean" } }
    })
    const unknown = positionals.filter((each) => !names.includes(each))
    if (unknown.length > 0) throw new Error(`${unknown.join(", ")}: no such runtime`)
    if (values.help !== true) return [...positionals, ...(values.short === true ? ["--short"] : [])]
    console.log(usage)
  } catch (error) {
    console.error(`${error.message}\n\n${usage}`)
    process.exitCode = 2
  }
}

const check = async (words) => {
  const scratch = mkdtempSync(join(tmpdir(), "leadline-runtimes-"))
  try {
    await must("turbo", ["run", "build", "--output-logs=errors-only"])
    const consumer = await install(scratch, await pack(scratch))
    await must("node", ["packages/runtimes/src/main.ts", "--in", consumer, ...words])
  } catch (error) {
    if (!(error instanceof assert.AssertionError)) throw error
    console.error(error.message)
    process.exitCode = 1
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

const words = asked()
if (words !== undefined) await check(words)
