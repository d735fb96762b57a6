// Which folder of core may import which; oxlint finds import cycles.
import { readdirSync, readFileSync } from "node:fs"
import { basename, dirname, join, normalize } from "node:path"
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
  openai: [...foundations, "contract", "validation", "server", "resources"],
  resources: ["schema", "errors", "scheduling", "protocol", "validation"]
}

/** What some files of a resource may import, too. */
const mayImportBeside: { readonly [role: string]: ReadonlyArray<string> } = {
  resource: ["contract"],
  client: ["client"],
  server: ["contract", "server"]
}

/** The files of a resource, in the order in which they are read: each imports only those before it. */
const roles = "limits schema descriptions errors service resource client server index".split(" ")

/** A part of a resource may import it, and the index of a resource exports its parts. */
const withinResources = (file: string, target: string): string | undefined => {
  const [from, to] = [dirname(file), dirname(target)]
  const [role, other] = [file, target].map((one) => roles.indexOf(basename(one, ".ts")))
  if (from === to)
    return role !== -1 && Number(other) >= Number(role) ? "against the reading order" : undefined
  const isAllowed = from.startsWith(`${to}/`) || (role === roles.length - 1 && to.startsWith(`${from}/`))
  return isAllowed ? undefined : "a resource imports another one"
}

/** What is wrong with an import, or undefined. Files above all folders import what they like. */
const violation = (file: string, spec: string): string | undefined => {
  if (/^node:|^@effect\/platform|^effect(\/http(-api)?)?$|FetchHttpClient/.test(spec)) {
    return "core imports no runtime and no barrel"
  }
  const target = normalize(join(dirname(file), spec))
  const [from = "", to = ""] = [file, target].map((one) =>
    one.includes("/") ? (one.split("/")[0] ?? "") : ""
  )
  if (!spec.startsWith(".") || from === "testing" || from === "") return undefined
  if (from === "resources" && to === "resources") return withinResources(file, target)
  const beside = from === "resources" ? mayImportBeside[basename(file, ".ts")] : [from]
  const isAllowed = [...(mayImport[from] ?? []), ...(beside ?? [])].includes(to)
  return isAllowed ? undefined : `${from} may not import ${to}`
}

const src = join(import.meta.dirname, "../src")
const read = (file: string) => readFileSync(join(src, file), "utf8")
const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"))

it("the files of core import what the law allows", () => {
  const statements = /^(?:import|export) [^"]*?from "([^"]+)"|\bimport\("([^"]+)"\)/gm
  const wrong = files.flatMap((file) =>
    Array.from(read(file).matchAll(statements)).flatMap(([, from, called]) => {
      const reason = violation(file, from ?? called ?? "")
      return reason === undefined ? [] : [`${file} > ${from ?? called}: ${reason}`]
    })
  )
  assert.isAbove(files.length, 20)
  assert.deepStrictEqual(wrong, [])
})

const isNamed = (text: string, name: string) => new RegExp(`\\b${name}\\b`).test(text)

it.each(files.filter((file) => /^resources\/(?!skills\/files).*\/service\.ts$/.test(file)))(
  "the index of a resource exports the requests and responses of its methods: %s",
  (file) => {
    const [methods = ""] = /^export interface \w+Methods<.*?^}/ms.exec(read(file)) ?? []
    const declared = read(join(dirname(file), "schema.ts")).matchAll(
      /^export (?:const|interface|type) (\w+)/gm
    )
    const index = read(join(dirname(file), "index.ts"))
    const named = Array.from(declared, ([, name = ""]) => name).filter((name) => isNamed(methods, name))
    assert.deepStrictEqual(
      named.filter((name) => !isNamed(index, name)),
      []
    )
  }
)
