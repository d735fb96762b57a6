// The files for containers and systemd, as data: they start the program of the package with settings that exist.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "vitest"
import { settingsTable } from "../../src/settings/table.ts"

const folder = join(import.meta.dirname, "../../../../packages/server")
const read = (path: string) => readFileSync(join(folder, path), "utf8")
const manifest: { readonly bin: { readonly leadline: string }; readonly name: string } = JSON.parse(
  read("package.json")
)
const variables = Object.values(settingsTable).map(({ variable }) => variable)

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
