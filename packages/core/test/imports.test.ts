// Every import of core points the way the house is built.
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, normalize } from "node:path"
import { assert, it } from "vitest"

const src = join(import.meta.dirname, "../src")
const halls = ["shared", "errors", "retry", "http"]
const roles = [
  "limits",
  "schema",
  "words",
  "errors",
  "operation",
  "endpoint",
  "service",
  "client",
  "handlers",
  "index"
]
const serverOnly =
  /^\.\/(errors|endpoint|handlers|words)\.ts$|errors\/wire\.ts$|^effect\/http-api\/|Http(Router|ServerRe)/

const broken = (file: string, typeOnly: boolean, spec: string): string | undefined => {
  if (/^node:|@effect\/platform|^effect(\/http(-api)?)?$|FetchHttpClient/.test(spec))
    return "no runtime, no barrel"
  const [here = "", role = ""] = file.includes("/")
    ? [dirname(file), file.slice(file.lastIndexOf("/") + 1, -3)]
    : []
  if (/^(client|service)$/.test(role) && !typeOnly && serverOnly.test(spec)) {
    return "the client carries no server code"
  }
  if (here === "testing") return undefined
  if (/^\.\.?\/testing\//.test(spec)) return "what ships looks at no doubles"
  if (!spec.startsWith(".") || here === "") return undefined
  const room = here.split("/")[0] ?? ""
  const target = normalize(join(here, spec)).split("/")[0] ?? ""
  if (target.endsWith(".ts")) return "a folder never looks up at the registries"
  if (target !== room) {
    if (!halls.includes(target)) return "a room is entered by nobody but itself and the registries"
    return halls.includes(room) && halls.indexOf(target) > halls.indexOf(room) ? "halls look left" : undefined
  }
  const [from, to] = [roles.indexOf(role), roles.indexOf(spec.slice(2, -3))]
  return !halls.includes(room) && from >= 0 && to >= from
    ? `reading order is ${roles.join(" < ")}`
    : undefined
}

const imports = /^(?:import|export) (type )?[^"]*?from "([^"]+)"/gm

it("every import follows the arrows", () => {
  const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"))
  assert.isAbove(files.length, 20)
  const wrong = files.flatMap((file) =>
    Array.from(readFileSync(join(src, file), "utf8").matchAll(imports))
      .map(([, type, spec = ""]) => [file, spec, broken(file, type !== undefined, spec)])
      .filter(([, , reason]) => reason !== undefined)
  )
  assert.deepStrictEqual(wrong, [])
})

it("an arrow against the house is seen", () => {
  assert.strictEqual(
    broken("decisions/schema.ts", false, "../models/schema.ts"),
    "a room is entered by nobody but itself and the registries"
  )
  assert.strictEqual(broken("errors/wire.ts", false, "../http/Gate.ts"), "halls look left")
  assert.strictEqual(
    broken("models/schema.ts", false, "./service.ts"),
    `reading order is ${roles.join(" < ")}`
  )
  assert.strictEqual(
    broken("models/client.ts", false, "../errors/wire.ts"),
    "the client carries no server code"
  )
  assert.strictEqual(broken("http/Gate.ts", false, "../Api.ts"), "a folder never looks up at the registries")
  assert.strictEqual(broken("http/Gate.ts", false, "effect"), "no runtime, no barrel")
  assert.strictEqual(broken("Client.ts", false, "./testing/scripted.ts"), "what ships looks at no doubles")
})
