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

/** The instructions of the last stage, by their names. */
const stageOf = (dockerfile: string) => {
  const last = dockerfile.slice(dockerfile.lastIndexOf("\nFROM ") + 1).trim()
  return new Map(
    last
      .split("\n")
      .map((line) => [line.slice(0, line.indexOf(" ")), line.slice(line.indexOf(" ") + 1)] as const)
  )
}

const assignments = (text: string) =>
  new Map([...text.matchAll(/([A-Z_]+)=(\S+)/g)].map(([, ...pair]) => pair as [string, string]))

it("the container runs the command of the package, not as root, from an image of an exact version", () => {
  const dockerfile = read("deploy/Dockerfile")
  const stage = stageOf(dockerfile)
  assert.match(dockerfile, /^ARG NODE=node:\d+\.\d+\.\d+-slim$/m)
  assert.deepEqual(dockerfile.match(/(?<=^FROM .*)\$\{NODE\}.*/gm), ["${NODE} AS build", "${NODE}"])
  assert.strictEqual(stage.get("USER"), "node")
  assert.deepEqual(JSON.parse(stage.get("ENTRYPOINT") ?? ""), [
    "node",
    `/app/node_modules/${manifest.name}/${manifest.bin.leadline}`
  ])
  assert.deepEqual(JSON.parse(stage.get("CMD") ?? ""), ["serve"])
})

it("the container keeps its data in a volume, and is healthy when it is ready", () => {
  const stage = stageOf(read("deploy/Dockerfile"))
  const env = assignments(stage.get("ENV") ?? "")
  assert.includeMembers(variables, [...env.keys()])
  assert.strictEqual(env.get("LEADLINE_DATA_DIR"), stage.get("VOLUME"))
  assert.strictEqual(env.get("PORT"), stage.get("EXPOSE"))
  const [, command = ""] = /^--start-period=\d+s CMD (.+)$/.exec(stage.get("HEALTHCHECK") ?? "") ?? []
  const [program, flag, code = ""]: ReadonlyArray<string> = JSON.parse(command)
  assert.deepEqual([program, flag], ["node", "-e"])
  assert.include(code, `http://127.0.0.1:${env.get("LEADLINE_ADMIN_PORT")}/-/ready`)
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
