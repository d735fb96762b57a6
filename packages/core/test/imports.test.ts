// The law of imports: which folder of core may import which, and that no import leads back to where it began.
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, normalize } from "node:path"
import { assert, describe, it } from "vitest"

const src = join(import.meta.dirname, "../src")

const foundations = ["schema", "errors", "scheduling", "telemetry", "protocol"]

/** What each folder may import beside itself. A folder that is not named here fails. */
const mayImport: { readonly [folder: string]: ReadonlyArray<string> } = {
  schema: [],
  errors: ["schema"],
  scheduling: ["schema", "errors"],
  telemetry: ["schema", "errors"],
  protocol: ["schema", "errors", "scheduling"],
  contract: foundations,
  service: foundations,
  openapi: [...foundations, "contract"],
  client: [...foundations, "contract", "service"],
  server: [...foundations, "contract", "service"]
}

/** The folders inside a folder, each with those beside it that it may import; "" is the files of the folder itself. */
const inner: { readonly [folder: string]: { readonly [inside: string]: ReadonlyArray<string> } } = {
  schema: { "": [], chat: [""] },
  protocol: { "": [], json: [""], sse: [""] },
  client: {
    "": ["errors", "response", "retry"],
    errors: [""],
    promise: ["", "response"],
    response: ["", "errors", "retry", "stream"],
    retry: [""],
    stream: ["", "errors", "response"]
  },
  server: {
    "": ["body", "lifecycle", "limits", "response", "telemetry"],
    body: ["", "limits", "telemetry"],
    lifecycle: ["", "telemetry"],
    limits: ["", "response", "telemetry"],
    response: ["", "lifecycle", "telemetry"],
    telemetry: ["", "lifecycle"]
  }
}

/** The files of a resource, in the order in which they are read: each imports only those before it. */
const roles = [
  "limits",
  "schema",
  "descriptions",
  "errors",
  "operation",
  "endpoint",
  "service",
  "client",
  "handlers",
  "index"
]

/** What a resource's files may import from outside: all of them the first list, some of them more. */
const resourceImports = ["schema", "errors", "scheduling", "protocol", "service"]
const roleImports: { readonly [role: string]: ReadonlyArray<string> } = {
  endpoint: ["contract"],
  client: ["client"],
  handlers: ["contract", "server"]
}

/** The resources that are parts of another: they may import it, and its index may export them. */
const nested: ReadonlyArray<string> = [
  "chat/async",
  "decisions/systemone",
  "embeddings/contextualized",
  "skills/files"
]

/** Files above all folders; `internal.ts` is what the packages of this repository share with core. */
const registries = ["Api.ts", "Client.ts", "OpenApi.ts", "Server.ts", "internal.ts"]

/** Known imports against the law. One that is mended must leave this list. */
const exceptions: ReadonlyArray<string> = []

/** Imports that close a known cycle. */
const cycleExceptions: ReadonlyArray<string> = []

interface Import {
  readonly spec: string
  /** From `src`; undefined for a package. */
  readonly target: string | undefined
  readonly isType: boolean
}

const statements = /^(?:import|export) (type )?[^"]*?from "([^"]+)"|\bimport\("([^"]+)"\)/gm

const importsOf = (file: string, text: string): ReadonlyArray<Import> =>
  Array.from(text.matchAll(statements), ([, type, from, called]) => {
    const spec = from ?? called ?? ""
    const target = spec.startsWith(".") ? normalize(join(dirname(file), spec)) : undefined
    return { spec, target, isType: type !== undefined || called !== undefined }
  })

const first = (path: string): string => (path.includes("/") ? path.slice(0, path.indexOf("/")) : "")

/** `decisions/systemone` and `schema` of `resources/decisions/systemone/schema.ts`. */
const resourceOf = (file: string) => {
  const folder = dirname(file).slice("resources/".length)
  return { resource: folder, role: file.slice(file.lastIndexOf("/") + 1, -".ts".length) }
}

const withinResources = (file: string, target: string): string | undefined => {
  const [from, to] = [resourceOf(file), resourceOf(target)]
  if (from.resource !== to.resource) {
    const isPart = (part: string, whole: string) => nested.includes(part) && part.startsWith(`${whole}/`)
    const isAllowed =
      isPart(from.resource, to.resource) || (from.role === "index" && isPart(to.resource, from.resource))
    return isAllowed ? undefined : `${from.resource} imports the resource ${to.resource}`
  }
  const [before, after] = [roles.indexOf(from.role), roles.indexOf(to.role)]
  return before >= 0 && after >= before ? `the reading order is ${roles.join(" < ")}` : undefined
}

const withinFolder = (folder: string, file: string, target: string): string | undefined => {
  const inside = (path: string) => first(path.slice(folder.length + 1))
  const [from, to] = [inside(file), inside(target)]
  const known = inner[folder] ?? { "": [] }
  const unknown = [from, to].find((name) => known[name] === undefined)
  if (unknown !== undefined) return `the folder ${folder}/${unknown} is not in the law of imports`
  return from === to || known[from]?.includes(to) === true
    ? undefined
    : `${join(folder, from)} may not import ${join(folder, to)}`
}

/** What is wrong with an import, or undefined. */
const violation = (file: string, { spec, target }: Pick<Import, "spec" | "target">): string | undefined => {
  if (/^node:|^@effect\/platform|^effect(\/http(-api)?)?$|FetchHttpClient/.test(spec)) {
    return "core imports no runtime and no barrel"
  }
  if (target === undefined) return undefined
  const [from, to] = [first(file), first(target)]
  if (from === "testing") return undefined
  if (to === "testing") return "only tests import the testing folder"
  if (from === "") {
    return registries.includes(file) ? undefined : `${file} is no registry: it belongs into a folder`
  }
  if (to === "") return "only the registries stand above the resources"
  if (from === "resources") {
    if (to === "resources") return withinResources(file, target)
    const { role } = resourceOf(file)
    return resourceImports.includes(to) || roleImports[role]?.includes(to) === true
      ? undefined
      : `the ${role} of a resource may not import ${to}`
  }
  if (mayImport[from] === undefined) return `the folder ${from} is not in the law of imports`
  if (from === to) return withinFolder(from, file, target)
  return mayImport[from].includes(to) ? undefined : `${from} may not import ${to}`
}

const files = readdirSync(src, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .toSorted()
const graph: ReadonlyMap<string, ReadonlyArray<Import>> = new Map(
  files.map((file) => [file, importsOf(file, readFileSync(join(src, file), "utf8"))])
)

const targets = (imports: ReadonlyArray<Import> = []): ReadonlyArray<string> =>
  imports.flatMap(({ target }) => (target === undefined ? [] : [target]))

/** The first cycle of a graph as a path that ends where it began, or undefined. */
const cycleIn = (edges: ReadonlyMap<string, ReadonlyArray<string>>): ReadonlyArray<string> | undefined => {
  const done = new Set<string>()
  const walk = (file: string, path: ReadonlyArray<string>): ReadonlyArray<string> | undefined => {
    const start = path.indexOf(file)
    if (start >= 0) return [...path.slice(start), file]
    if (done.has(file)) return undefined
    for (const next of edges.get(file) ?? []) {
      const cycle = walk(next, [...path, file])
      if (cycle !== undefined) return cycle
    }
    done.add(file)
    return undefined
  }
  for (const file of edges.keys()) {
    const cycle = walk(file, [])
    if (cycle !== undefined) return cycle
  }
  return undefined
}

/** How a file comes to load another that `isWanted`, over imports of values, or undefined. */
const pathTo = (file: string, isWanted: (spec: string) => boolean): string | undefined => {
  const seen = new Set<string>()
  const walk = (at: string): string | undefined => {
    if (seen.has(at)) return undefined
    seen.add(at)
    for (const { isType, spec, target } of graph.get(at) ?? []) {
      if (isType) continue
      if (isWanted(target ?? spec)) return `${at} > ${target ?? spec}`
      const rest = target === undefined ? undefined : walk(target)
      if (rest !== undefined) return `${at} > ${rest}`
    }
    return undefined
  }
  return walk(file)
}

/** What only a server needs. */
const isServerCode = (path: string): boolean =>
  /^server\/|^openapi\/|^contract\/(?!limits)|^errors\/codecs\.ts$|\/(endpoint|handlers|descriptions)\.ts$/.test(
    path
  ) || /^effect\/http-api\/|Http(Router|ServerRe)/.test(path)

describe("the imports of core", () => {
  it("every import follows the law", () => {
    assert.isAbove(files.length, 20)
    const wrong = files.flatMap((file) =>
      (graph.get(file) ?? []).flatMap((one) => {
        const reason = violation(file, one)
        return reason === undefined ? [] : [{ edge: `${file} > ${one.target ?? one.spec}`, reason }]
      })
    )
    assert.deepStrictEqual(
      wrong.filter(({ edge }) => !exceptions.includes(edge)),
      []
    )
    assert.deepStrictEqual(
      exceptions.filter((one) => !wrong.some(({ edge }) => edge === one)),
      [],
      "mended: delete them from the exceptions"
    )
  })

  it("every folder of the law exists", () => {
    const folders = new Set(files.map(dirname))
    const named = [
      ...Object.keys(mayImport),
      ...Object.entries(inner).flatMap(([folder, names]) =>
        Object.keys(names).map((name) => join(folder, name))
      ),
      ...nested.map((name) => `resources/${name}`)
    ]
    assert.deepStrictEqual(
      named.filter((folder) => !folders.has(folder)),
      []
    )
  })

  it("no import leads back to where it began, also as a type", () => {
    const edges = new Map(
      files.map((file) => [
        file,
        targets(graph.get(file)).filter(
          (target) => ![...exceptions, ...cycleExceptions].includes(`${file} > ${target}`)
        )
      ])
    )
    assert.strictEqual(cycleIn(edges)?.join(" > "), undefined)
    const all = files.flatMap((file) => targets(graph.get(file)).map((target) => `${file} > ${target}`))
    assert.deepStrictEqual(
      cycleExceptions.filter((edge) => !all.includes(edge)),
      [],
      "mended: delete them from the exceptions"
    )
  })

  it("clients and services load no server code", () => {
    const ends = files.filter((file) => /(^Client|\/client|\/service)\.ts$|^client\/|^testing\//.test(file))
    const wrong = ends.flatMap((file) => pathTo(file, isServerCode) ?? [])
    assert.deepStrictEqual(wrong, [])
  })
})

const of = (file: string, target: string) => violation(file, { spec: `./${target}`, target })

describe("the law sees", () => {
  it.each([
    ["client/Call.ts", "server/Router.ts", "client may not import server"],
    ["server/Router.ts", "client/Call.ts", "server may not import client"],
    ["service/collectEvents.ts", "client/Call.ts", "service may not import client"],
    ["errors/codecs.ts", "server/Router.ts", "errors may not import server"],
    [
      "client/retry/RetryPolicy.ts",
      "client/stream/decodeEvent.ts",
      "client/retry may not import client/stream"
    ],
    ["client/new/File.ts", "client/Call.ts", "the folder client/new is not in the law of imports"],
    ["new/File.ts", "schema/open.ts", "the folder new is not in the law of imports"],
    ["New.ts", "schema/open.ts", "New.ts is no registry: it belongs into a folder"],
    ["server/Router.ts", "Api.ts", "only the registries stand above the resources"],
    ["Client.ts", "testing/mockClient.ts", "only tests import the testing folder"],
    ["resources/search/schema.ts", "resources/models/schema.ts", "search imports the resource models"],
    ["resources/chat/schema.ts", "resources/chat/async/schema.ts", "chat imports the resource chat/async"],
    [
      "resources/chat/async/schema.ts",
      "resources/skills/schema.ts",
      "chat/async imports the resource skills"
    ],
    [
      "resources/models/schema.ts",
      "resources/models/service.ts",
      `the reading order is ${roles.join(" < ")}`
    ],
    ["resources/models/service.ts", "client/Call.ts", "the service of a resource may not import client"],
    ["resources/models/client.ts", "server/Router.ts", "the client of a resource may not import server"]
  ])("%s > %s", (file, target, reason) => {
    assert.strictEqual(of(file, target), reason)
  })

  it("what is allowed", () => {
    assert.strictEqual(of("resources/chat/async/schema.ts", "resources/chat/schema.ts"), undefined)
    assert.strictEqual(of("resources/models/client.ts", "client/RequestExecutor.ts"), undefined)
    assert.strictEqual(of("Client.ts", "resources/models/client.ts"), undefined)
  })

  it("runtimes and barrels", () => {
    for (const spec of ["node:fs", "effect", "effect/http", "@effect/platform-node"]) {
      assert.strictEqual(
        violation("client/Call.ts", { spec, target: undefined }),
        "core imports no runtime and no barrel"
      )
    }
  })

  it("a cycle, by its name", () => {
    const edges = new Map([
      ["a", ["b"]],
      ["b", ["c", "d"]],
      ["c", []],
      ["d", ["b"]]
    ])
    assert.deepStrictEqual(cycleIn(edges), ["b", "d", "b"])
  })

  it("imports of every form", () => {
    const text =
      'import type { A } from "./a.ts"\nimport {\n  B\n} from "../b.ts"\ntype C = import("./c.ts").C\n'
    assert.deepStrictEqual(
      importsOf("client/x.ts", text).map(({ isType, target }) => [target, isType]),
      [
        ["client/a.ts", true],
        ["b.ts", false],
        ["client/c.ts", true]
      ]
    )
  })
})
