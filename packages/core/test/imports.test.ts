// Which folder of core may import which; oxlint finds import cycles.
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, normalize } from "node:path"
import { assert, it } from "vitest"

const foundations = ["schema", "errors", "scheduling", "telemetry", "protocol"]

/** What each folder may import beside itself. A folder that is not named here fails. */
const mayImport: { readonly [folder: string]: ReadonlyArray<string> } = {
  schema: [],
  errors: ["schema"],
  scheduling: ["schema", "errors"],
  telemetry: ["schema", "errors"],
  protocol: ["schema", "errors", "scheduling"],
  contract: foundations,
  validation: foundations,
  openapi: [...foundations, "contract"],
  client: [...foundations, "contract", "validation"],
  server: [...foundations, "contract", "validation"],
  helpers: [...foundations, "contract", "validation", "client", "resources"],
  openai: [...foundations, "contract", "validation", "server", "resources"]
}

/** The files of a resource, in the order in which they are read: each imports only those before it. */
const roles = "limits schema descriptions errors service resource client server index".split(" ")

/** What a resource's files may import from outside: all of them the first list, some of them more. */
const resourceImports = ["schema", "errors", "scheduling", "protocol", "validation"]
const roleImports: { readonly [role: string]: ReadonlyArray<string> } = {
  resource: ["contract"],
  client: ["client"],
  server: ["contract", "server"]
}

/** The resources that are parts of another: they may import it, and its index may export them. */
const nested =
  "chat/async decisions/openai decisions/reviews decisions/systemone embeddings/contextualized skills/files".split(
    " "
  )

const statements = /^(?:import|export) [^"]*?from "([^"]+)"|\bimport\("([^"]+)"\)/gm

const first = (path: string): string => (path.includes("/") ? path.slice(0, path.indexOf("/")) : "")

/** `decisions/systemone` and `schema` of `resources/decisions/systemone/schema.ts`. */
const resourceOf = (file: string) => {
  const folder = dirname(file).slice("resources/".length)
  return { resource: folder, role: file.slice(file.lastIndexOf("/") + 1, -".ts".length) }
}

const isPart = (part: string, whole: string) => nested.includes(part) && part.startsWith(`${whole}/`)

const withinResources = (file: string, target: string): string | undefined => {
  const [from, to] = [resourceOf(file), resourceOf(target)]
  if (from.resource === to.resource) {
    const [before, after] = [roles.indexOf(from.role), roles.indexOf(to.role)]
    return before >= 0 && after >= before ? `the reading order is ${roles.join(" < ")}` : undefined
  }
  const isAllowed =
    isPart(from.resource, to.resource) || (from.role === "index" && isPart(to.resource, from.resource))
  return isAllowed ? undefined : `${from.resource} imports the resource ${to.resource}`
}

/** What is wrong with an import, or undefined. Files above all folders import what they like. */
const violation = (file: string, spec: string): string | undefined => {
  if (/^node:|^@effect\/platform|^effect(\/http(-api)?)?$|FetchHttpClient/.test(spec)) {
    return "core imports no runtime and no barrel"
  }
  const target = normalize(join(dirname(file), spec))
  const [from, to] = [first(file), first(target)]
  if (!spec.startsWith(".") || from === "testing" || from === "") return undefined
  if (from === "resources" && to === "resources") return withinResources(file, target)
  const { role } = resourceOf(file)
  const allowed =
    from === "resources"
      ? [...resourceImports, ...(roleImports[role] ?? [])]
      : [from, ...(mayImport[from] ?? [])]
  return allowed.includes(to) ? undefined : `${from}, ${role} may not import ${target}`
}

const src = join(import.meta.dirname, "../src")

const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"))

it("the files of core import what the law allows", () => {
  assert.isAbove(files.length, 20)
  const wrong = files.flatMap((file) =>
    Array.from(readFileSync(join(src, file), "utf8").matchAll(statements)).flatMap(([, from, called]) => {
      const spec = from ?? called ?? ""
      const reason = violation(file, spec)
      return reason === undefined ? [] : [`${file} > ${spec}: ${reason}`]
    })
  )
  assert.deepStrictEqual(wrong, [])
})

const isNamed = (text: string) => (name: string) => new RegExp(`\\b${name}\\b`).test(text)

it.each(files.filter((file) => /^resources\/(?!skills\/files).*\/service\.ts$/.test(file)))(
  "the index of a resource exports the requests and responses of its methods: %s",
  (file) => {
    const read = (name: string) => readFileSync(join(src, dirname(file), name), "utf8")
    const [methods = ""] = /^export interface \w+Methods<.*?^}/ms.exec(read("service.ts")) ?? []
    const declared = read("schema.ts").matchAll(/^export (?:const|interface|type) (\w+)/gm)
    const named = Array.from(declared, ([, name = ""]) => name).filter(isNamed(methods))
    const isExported = isNamed(read("index.ts"))
    assert.deepStrictEqual(
      named.filter((name) => !isExported(name)),
      []
    )
  }
)
