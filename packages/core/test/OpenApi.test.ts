// The document of the whole contract: complete, without loose ends.
import manifest from "@leadline/core/package.json" with { type: "json" }
import { globSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "vitest"
import { Api } from "../src/Api.ts"
import { document } from "../src/OpenApi.ts"

const spec = document()
const text = JSON.stringify(spec)
const operations = Object.entries(spec.paths).flatMap(([path, item]) =>
  (["get", "post", "put", "patch", "delete"] as const).flatMap((method) => {
    const operation = item[method]
    return operation === undefined ? [] : [{ operation, name: `${method.toUpperCase()} ${path}` }]
  })
)

it("the document has the version of the package, every endpoint of the contract, and no other", () => {
  assert.strictEqual(spec.info.version, manifest.version)
  const endpoints = Object.values<{
    readonly endpoints: { readonly [name: string]: { readonly method: string; readonly path: string } }
  }>(Api.groups).flatMap((group) => Object.values(group.endpoints))
  assert.sameMembers(
    operations.map(({ name }) => name),
    endpoints.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`)
  )
})

it("the document has every description of a field", async () => {
  const src = join(import.meta.dirname, "../src")
  const files = globSync("*/**/descriptions.ts", { cwd: src, exclude: ["schema/descriptions.ts"] })
  const modules = await Promise.all(files.map((file) => import(join(src, file))))
  const descriptions = modules
    .flatMap((module) => Object.values<{ readonly fields?: object }>(module).flat())
    .flatMap(({ fields = {} }) => Object.values(fields))
  assert.isAbove(descriptions.length, 60)
  assert.deepStrictEqual(
    descriptions.filter((description) => !text.includes(`"description":${JSON.stringify(description)}`)),
    []
  )
})

it.each(operations)("$name has request ids but on 401, and limits only behind a key", ({ operation }) => {
  for (const [status, { headers = {} }] of Object.entries(operation.responses)) {
    assert.strictEqual("x-request-id" in headers, status !== "401", status)
    const isLimited = status !== "401" && operation.security.length > 0
    assert.strictEqual("x-ratelimit-reset" in headers, isLimited, status)
    assert.strictEqual("retry-after" in headers, status === "429" || status === "503", status)
  }
})

it("the document has the schema of a stream's events beside that of the whole answer, also for an alias", () => {
  const { paths } = JSON.parse(text)
  const chat = paths["/v1/sonar"].post
  const { "application/json": whole, "text/event-stream": stream } = chat.responses[200].content
  assert.deepInclude(whole.schema, { $ref: "#/components/schemas/ChatCreateResponse" })
  assert.deepInclude(stream.schema, { $ref: "#/components/schemas/ChatChunk" })
  const alias = paths["/v1/chat/completions"].post
  assert.strictEqual(alias["x-alias-of"], "chat.create")
  assert.deepStrictEqual(alias.requestBody, chat.requestBody)
  assert.deepStrictEqual(alias.responses[200].content, chat.responses[200].content)
})
