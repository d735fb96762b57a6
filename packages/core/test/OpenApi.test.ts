// The document of the whole contract: complete, without loose ends; and its page, which loads nothing.
import manifest from "@leadline/core/package.json" with { type: "json" }
import { globSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "vitest"
import { Api } from "../src/Api.ts"
import { docsPage } from "../src/openapi/docsPage.ts"
import { document } from "../src/OpenApi.ts"
import type { FieldDescriptions } from "../src/schema/descriptions.ts"

const spec = document()
const text = JSON.stringify(spec)
const operations = Object.entries(spec.paths).flatMap(([path, item]) =>
  (["get", "post", "put", "patch", "delete"] as const).flatMap((method) => {
    const operation = item[method]
    return operation === undefined ? [] : [{ operation, name: `${method.toUpperCase()} ${path}` }]
  })
)

const isDescriptions = (value: unknown): value is FieldDescriptions =>
  typeof value === "object" && value !== null && "struct" in value && "fields" in value

describe("the document", () => {
  it("has the version of the package, and so has its page", () => {
    assert.strictEqual(spec.info.version, manifest.version)
    assert.include(docsPage(spec), `<small>${manifest.version}</small>`)
  })

  it("has every endpoint of the contract, and no other", () => {
    const endpoints = Object.values<{
      readonly endpoints: { readonly [name: string]: { readonly method: string; readonly path: string } }
    }>(Api.groups).flatMap((group) => Object.values(group.endpoints))
    assert.sameMembers(
      operations.map(({ name }) => name),
      endpoints.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`)
    )
  })

  it("has no reference to what is not there, and no schema that nothing refers to", () => {
    const references = new Set(Array.from(text.matchAll(/"#\/components\/([^"]+)"/g), ([, name]) => name))
    const { headers, schemas } = JSON.parse(text).components
    const there = [
      ...Object.keys(headers).map((name) => `headers/${name}`),
      ...Object.keys(schemas).map((name) => `schemas/${name}`)
    ]
    assert.sameMembers([...references], there)
  })

  it("says what every group and every operation is", () => {
    for (const { description, name } of spec.tags) assert.match(description ?? "", /\.$/, name)
    for (const { name, operation } of operations) {
      assert.match(operation.summary ?? "", /^[A-Z].*[^.]$/, name)
      assert.match(operation.description ?? "", /\.$/, name)
    }
  })

  it("has every description of a field", async () => {
    const src = join(import.meta.dirname, "../src")
    const files = globSync("*/**/descriptions.ts", { cwd: src, exclude: ["schema/descriptions.ts"] })
    const modules: ReadonlyArray<object> = await Promise.all(files.map((file) => import(join(src, file))))
    const descriptions = modules
      .flatMap((module) => Object.values(module).flat())
      .filter(isDescriptions)
      .flatMap(({ fields }) => Object.values(fields))
    assert.isAbove(descriptions.length, 60)
    assert.deepStrictEqual(
      descriptions.filter((description) => !text.includes(`"description":${JSON.stringify(description)}`)),
      []
    )
  })

  it.each(operations)(
    "$name has request ids but on 401, limits only behind a key, and no unnamed JSON body or stream",
    ({ operation }) => {
      for (const [status, { headers = {} }] of Object.entries(operation.responses)) {
        assert.strictEqual("x-request-id" in headers, status !== "401", status)
        const isLimited = status !== "401" && operation.security.length > 0
        assert.strictEqual("x-ratelimit-reset" in headers, isLimited, status)
        assert.strictEqual("retry-after" in headers, status === "429" || status === "503", status)
      }
      for (const body of [operation.requestBody, ...Object.values(operation.responses)]) {
        for (const [type, { schema }] of Object.entries(body?.content ?? {})) {
          if (type === "application/json" || type === "text/event-stream")
            assert.property(schema, "$ref", type)
        }
      }
    }
  )

  it("asks for a key by bearer everywhere but for the model list", () => {
    const keyless = operations.filter(({ operation }) => operation.security.length === 0)
    assert.deepStrictEqual(
      keyless.map(({ name }) => name),
      ["GET /v1/models", "GET /openai/v1/models", "GET /openai/v1/models/{model}"]
    )
    assert.deepStrictEqual(Object.keys(spec.components.securitySchemes), ["bearer"])
  })

  it("knows the limits of decisions, and that the dialect lets unknown fields pass", () => {
    const { DecisionsCreateRequest, SystemoneCreateRequest } = spec.components.schemas
    assert.include(JSON.stringify(DecisionsCreateRequest), '"minProperties":1,"maxProperties":128')
    assert.include(JSON.stringify(DecisionsCreateRequest), '"additionalProperties":false')
    assert.notInclude(JSON.stringify(SystemoneCreateRequest), '"additionalProperties":false')
  })

  it("shows the schema of a stream's events beside the whole answer, for an alias too", () => {
    const { paths } = JSON.parse(text)
    const chat = paths["/v1/sonar"].post
    assert.deepStrictEqual(chat.responses[200].content, {
      "application/json": { schema: { $ref: "#/components/schemas/ChatCreateResponse" } },
      "text/event-stream": {
        schema: {
          $ref: "#/components/schemas/ChatChunk",
          description: "Server-sent events: the data of each is one such object as JSON."
        }
      }
    })
    for (const alias of [paths["/chat/completions"].post, paths["/v1/chat/completions"].post]) {
      assert.deepStrictEqual(alias.requestBody, chat.requestBody)
      assert.deepStrictEqual(alias.responses[200].content, chat.responses[200].content)
    }
  })

  it("shows no trace of its making", () => {
    assert.notMatch(text, /x-effect|9007199254740991|ErrorObject_|"allOf":\[\]|Error \| /)
  })
})

describe("the page of the document", () => {
  const page = docsPage(spec)

  it("loads nothing and runs nothing", () => {
    assert.notMatch(page, /<(script|link|img|iframe|object|embed|base|form)\b|@import|url\(|\son\w+=|src=/i)
    assert.notMatch(page, /https?:\/\//)
  })

  it("has every operation and every schema, and no link into nothing", () => {
    const ids = new Set(Array.from(page.matchAll(/ id="([^"]+)"/g), ([, id]) => id))
    for (const { operation } of operations) assert.isTrue(ids.has(operation.operationId))
    for (const name of Object.keys(spec.components.schemas)) assert.isTrue(ids.has(`schema-${name}`))
    for (const [, target = ""] of page.matchAll(/href="#([^"]+)"/g)) assert.isTrue(ids.has(target), target)
  })

  it("escapes the text of a document", () => {
    const hostile = `</style><script>alert("1")</script>&'`
    const shown = docsPage({
      ...spec,
      info: { title: hostile, version: "1", description: hostile },
      tags: [{ name: "decisions", description: hostile }]
    })
    assert.notInclude(shown, "<script>")
    assert.include(shown, "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;")
  })
})
