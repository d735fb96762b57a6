// The imports of core follow the law in fixtures/importLaw.ts; tools/test/structure.test.ts finds import cycles.
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { assert, describe, it } from "vitest"
import { type Import, importsOf, violation } from "./fixtures/importLaw.ts"

const src = join(import.meta.dirname, "../src")

const files = readdirSync(src, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .toSorted()
const graph: ReadonlyMap<string, ReadonlyArray<Import>> = new Map(
  files.map((file) => [file, importsOf(file, readFileSync(join(src, file), "utf8"))])
)

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
  /^server\/|^openai\/|^openapi\/|^contract\/(?!limits|resource|serviceOver)|^errors\/wire\w+\.ts$|\/(server|descriptions)\.ts$/.test(
    path
  ) || /^effect\/http-api\/|Http(Router|ServerRe)/.test(path)

describe("the files of core", () => {
  it("import what the law allows", () => {
    assert.isAbove(files.length, 20)
    const wrong = files.flatMap((file) =>
      (graph.get(file) ?? []).flatMap((one) => {
        const reason = violation(file, one)
        return reason === undefined ? [] : [`${file} > ${one.target ?? one.spec}: ${reason}`]
      })
    )
    assert.deepStrictEqual(wrong, [])
  })

  it("rewrite the context of no fiber", () => {
    const wrong = files.filter((file) => readFileSync(join(src, file), "utf8").includes("setContext"))
    assert.deepStrictEqual(wrong, [])
  })

  it("leave timers and threads to one place each", () => {
    const places: { readonly [name: string]: RegExp } = {
      setTimeout: /^(scheduling\/timer\.ts|server\/workers\/)/,
      clearTimeout: /^(scheduling\/timer\.ts|server\/workers\/)/,
      performance: /^server\/workers\//,
      process: /^server\/workers\//
    }
    const everywhere = new Set(["Response", "TextDecoder", "TextEncoder", "URL", "URLSearchParams", "atob"])
    const wrong = files.flatMap((file) =>
      Array.from(readFileSync(join(src, file), "utf8").matchAll(/^declare const (\w+):(?! unique symbol)/gm))
        .map(([, name = ""]) => name)
        .filter((name) => !everywhere.has(name) && places[name]?.test(file) !== true)
        .map((name) => `${file}: ${name}`)
    )
    assert.deepStrictEqual(wrong, [])
  })

  it("load no server code into clients and services", () => {
    const isEnd = /(^Client|\/client|\/service)\.ts$|^(client|helpers|testing)\//
    const ends = files.filter((file) => isEnd.test(file))
    const wrong = ends.flatMap((file) => pathTo(file, isServerCode) ?? [])
    assert.deepStrictEqual(wrong, [])
    assert.isDefined(pathTo("Server.ts", isServerCode))
  })
})

describe("the index of a resource", () => {
  it.each(files.filter((file) => /^resources\/(?!skills\/files).*\/service\.ts$/.test(file)))(
    "exports the requests and responses of its methods: %s",
    (file) => {
      const read = (name: string) => readFileSync(join(src, dirname(file), name), "utf8")
      const [methods = ""] = /^export interface \w+Methods<.*?^}/ms.exec(read("service.ts")) ?? []
      const declared = read("schema.ts").matchAll(/^export (?:const|interface|type) (\w+)/gm)
      const named = [...new Set(Array.from(declared, ([, name = ""]) => name))].filter((name) =>
        new RegExp(`\\b${name}\\b`).test(methods)
      )
      const index = read("index.ts")
      assert.deepStrictEqual(
        named.filter((name) => !new RegExp(`\\b${name}\\b`).test(index)),
        []
      )
    }
  )
})
