// The table of settings, what is made of it, warnings of misspelt settings, and the files for containers and systemd.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "vitest"
import { settingsTable } from "../../src/settings/table.ts"
import { unknownVariables } from "../../src/settings/unknownVariables.ts"
import { settingsPage } from "./settingsPage.ts"

const variables = Object.values(settingsTable).map(({ variable }) => variable)

it("the table of settings is that of docs/settings.md: npm run generate:settings", () => {
  const { expected, text } = settingsPage()
  assert.strictEqual(text, expected)
  assert.lengthOf(new Set(variables), variables.length)
})

describe("a variable that is unknown", () => {
  it("is none of the settings, of the documents and the client, and none of other programs", () => {
    const documented = settingsPage().text.match(/LEADLINE_[A-Z_]+/g) ?? []
    assert.isAbove(documented.length, 20)
    const others = ["LEADLINE_BASE_URL", "PORT", "PATH", "XLEADLINE_LOG"]
    assert.deepStrictEqual(unknownVariables([...variables, ...documented, ...others]), [])
  })

  it.each([
    ["LEADLINE_DOCUMNETS", "LEADLINE_DOCUMENTS"],
    ["leadline_redis_url", "LEADLINE_REDIS_URL"],
    ["LEADLINE_PORT", "PORT"]
  ])("is named with the nearest setting: %s, %s", (name, setting) => {
    const warning = `${name} is not a setting and is ignored: did you mean ${setting}?`
    assert.deepStrictEqual(unknownVariables([name]), [warning])
  })
})

const folder = join(import.meta.dirname, "../../../../packages/server")
const read = (path: string) => readFileSync(join(folder, path), "utf8")
const manifest = JSON.parse(read("package.json"))

const assignments = (text: string) =>
  new Map(Array.from(text.matchAll(/([A-Z_]+)=(\S+)/g), ([, ...pair]) => pair as [string, string]))

it("the container runs the command of the package, not as root, keeps its data in a volume, and is healthy when it is ready", () => {
  const dockerfile = read("deploy/Dockerfile")
  const last = dockerfile.slice(dockerfile.lastIndexOf("\nFROM "))
  const valueOf = (instruction: string) => new RegExp(`^${instruction} (.*)$`, "m").exec(last)?.[1] ?? ""
  const program = `/app/node_modules/${manifest.name}/${manifest.bin.leadline}`
  assert.strictEqual(valueOf("USER"), "node")
  assert.deepEqual(JSON.parse(valueOf("ENTRYPOINT")), ["node", program])
  assert.deepEqual(JSON.parse(valueOf("CMD")), ["serve"])
  const env = assignments(valueOf("ENV"))
  assert.includeMembers(variables, [...env.keys()])
  assert.strictEqual(env.get("LEADLINE_DATA_DIR"), valueOf("VOLUME"))
  assert.strictEqual(env.get("PORT"), valueOf("EXPOSE"))
  const probe = `http://127.0.0.1:${env.get("LEADLINE_ADMIN_PORT")}/-/ready`
  assert.include(valueOf("HEALTHCHECK"), probe)
})

it("the unit runs the command itself, without root, and waits for the end of its grace period", () => {
  const unit = read("deploy/leadline.service")
  const values = assignments((unit.match(/(?<=^Environment=).+$/gm) ?? []).join(" "))
  assert.includeMembers(variables, [...values.keys()])
  const valueOf = (name: string) => new RegExp(`^${name}=(.+)$`, "m").exec(unit)?.[1]
  const prefix = /npm install --prefix (\S+) (\S+)/.exec(unit)
  assert.strictEqual(prefix?.[2], manifest.name)
  assert.strictEqual(valueOf("ExecStart"), `${prefix?.[1]}/node_modules/.bin/leadline serve`)
  assert.strictEqual(valueOf("User"), "leadline")
  assert.strictEqual(valueOf("EnvironmentFile"), "-/etc/leadline.env")
  assert.strictEqual(values.get("LEADLINE_DATA_DIR"), `/var/lib/${valueOf("StateDirectory")}`)
  assert.isAbove(Number(valueOf("TimeoutStopSec")), 26)
})
