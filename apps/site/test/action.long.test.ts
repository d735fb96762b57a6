// The action of .github/actions/leadline, whose steps are run here as a runner would, with the packed server.
import { execFileSync, spawn } from "node:child_process"
import * as fs from "node:fs"
import { once } from "node:events"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, assert, beforeAll, describe, it } from "vitest"
import { parse } from "yaml"
import { freePort, serveHttp } from "../../../packages/lab/src/ports.ts"
import { root } from "../tools/pages.ts"

interface Step {
  readonly shell: string
  readonly run: string
  readonly env: Readonly<Record<string, string>>
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>
  readonly outputs: Readonly<Record<string, { readonly value: string }>>
  readonly runs: { readonly steps: ReadonlyArray<Step> }
}

const folder = join(root, ".github/actions/leadline")
const action: Action = parse(fs.readFileSync(join(folder, "action.yml"), "utf8"))
const server = join(root, "packages/server")
const { version }: { version: string } = JSON.parse(fs.readFileSync(join(server, "package.json"), "utf8"))

describe("the action", () => {
  const scratch = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), "leadline-action-")))
  const workspace = join(scratch, "workspace")
  const output = join(scratch, "output")
  const groups: Array<number> = []

  /** A workspace in which npx finds the packed server, with the dependencies of this repository. */
  beforeAll(() => {
    const installed = join(workspace, "node_modules/@leadline/server")
    fs.mkdirSync(installed, { recursive: true })
    const tarball = join(scratch, "server.tgz")
    execFileSync("pnpm", ["pack", "--silent", "--out", tarball], { cwd: server, stdio: "pipe" })
    execFileSync("tar", ["-xzf", tarball, "-C", installed, "--strip-components=1"])
    fs.mkdirSync(join(installed, "node_modules"))
    for (const name of fs.readdirSync(join(server, "node_modules")).filter((each) => !each.startsWith(".")))
      if (name !== "@leadline")
        fs.symlinkSync(
          fs.realpathSync(join(server, "node_modules", name)),
          join(installed, "node_modules", name)
        )
    fs.mkdirSync(join(workspace, "node_modules/.bin"))
    fs.symlinkSync(join(installed, "bin/leadline.js"), join(workspace, "node_modules/.bin/leadline"))
    fs.writeFileSync(join(workspace, "package.json"), '{ "private": true }')
  })

  afterEach(() => {
    for (const group of groups.splice(0)) process.kill(-group)
  })
  afterAll(() => fs.rmSync(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }))

  /** Runs the steps with inputs, and gives the outputs, the exit code and what was printed. */
  const run = async (more: Readonly<Record<string, string>>) => {
    const inputs: typeof more = { version, ...more }
    fs.writeFileSync(output, "")
    const given = (text: string) =>
      text.replaceAll(
        /\$\{\{ inputs\.([\w-]+) \}\}/g,
        (_, name: string) => inputs[name] ?? action.inputs[name]?.default ?? assert.fail(`no input ${name}`)
      )
    let code = 0
    let printed = ""
    for (const { env, run: script, shell } of action.runs.steps) {
      const own = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, given(value)]))
      const runner = { GITHUB_ACTION_PATH: folder, GITHUB_OUTPUT: output, RUNNER_TEMP: scratch }
      const child = spawn(shell, ["--noprofile", "--norc", "-eo", "pipefail", "-c", script], {
        cwd: workspace,
        detached: true,
        env: { ...process.env, ...own, ...runner }
      })
      for (const stream of [child.stdout, child.stderr])
        stream.on("data", (text) => (printed += String(text)))
      await once(child, "exit")
      code = child.exitCode ?? 1
      if (code === 0) groups.push(child.pid ?? assert.fail("not started"))
    }
    const lines = fs.readFileSync(output, "utf8").matchAll(/^(.*?)=(.*)$/gm)
    const written = new Map(Array.from(lines, ([, name = "", value]) => [name, value]))
    const outputOf = (name: string) => {
      const { value = "" } = action.outputs[name] ?? {}
      return written.get(/^\$\{\{ steps\.start\.outputs\.([\w-]+) \}\}$/.exec(value)?.[1] ?? "")
    }
    return { code, printed, url: outputOf("base-url"), key: outputOf("api-key") }
  }

  it("starts a server that answers with its key when the step is over", async () => {
    const port = String(await freePort())
    const key = "a-key-of-20-or-more-characters"
    const { code, printed, ...outputs } = await run({ port, key })
    assert.strictEqual(code, 0, printed)
    const url = `http://127.0.0.1:${port}`
    assert.deepEqual(outputs, { url, key })
    const response = await fetch(`${url}/v1/skills`, { headers: { authorization: `Bearer ${key}` } })
    assert.strictEqual(response.status, 200)
    await response.body?.cancel()
  })

  it("fails with the log when the server ends, and at once when the port is in use", async () => {
    const ended = await run({ port: String(await freePort()), backends: "nonsense" })
    assert.strictEqual(ended.code, 1)
    assert.match(ended.printed, /::error title=Leadline::The server has ended\.[^]*LEADLINE_BACKENDS/)
    const { close, port } = await serveHttp((_request, response) => response.end())
    const { code, printed } = await run({ port: String(port) })
    await close()
    assert.strictEqual(code, 1)
    assert.include(printed, `Port ${port} is in use.`)
  })
})
