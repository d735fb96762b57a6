// The documentation of this project as pages of the server.
import { AddedRoutes } from "@leadline/core/internal"
import { isDocumentation } from "@leadline/engine-embedded"
import { startServer } from "@leadline/lab"
import * as Layer from "effect/Layer"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "vitest"
import { project } from "../../src/engines/documents.ts"
import { documentationPages, documentsUrlOf } from "../../src/server/documentation.ts"
import { useScope } from "../support/scope.ts"

const settings = {
  documents: undefined,
  documentsUrl: undefined,
  host: "127.0.0.1",
  port: 8080,
  publicUrl: undefined
}

const run = useScope()

describe("the documentation of this project", () => {
  it("has a page for each file that is searched, and none where a folder of the operator is", () => {
    const patterns = ["*.md", "{docs,packages,apps}/*.md", "docs/**/*.md", "{packages,apps}/*/*.md"]
    const searched = globSync(patterns, { cwd: project }).filter(isDocumentation)
    assert.isAbove(searched.length, 50)
    const pages = documentationPages(settings).map(({ path }) => path.slice(1))
    assert.sameMembers(pages, searched)
    assert.deepStrictEqual(documentationPages({ ...settings, documents: "handbook" }), [])
  })

  it("is read without a key, as text that no browser runs", async () => {
    const url = await run(startServer({}, Layer.succeed(AddedRoutes, documentationPages(settings))))
    const page = await fetch(`${url}/docs/guides/cost.md`)
    assert.strictEqual(page.status, 200)
    assert.strictEqual(page.headers.get("content-type"), "text/plain; charset=utf-8")
    assert.strictEqual(page.headers.get("x-content-type-options"), "nosniff")
    assert.strictEqual(await page.text(), readFileSync(join(project, "docs/guides/cost.md"), "utf8"))
    assert.strictEqual((await fetch(`${url}/package.json`)).status, 404)
  })

  it.each([
    [{}, "http://127.0.0.1:8080/"],
    [{ host: "0.0.0.0", port: 9000 }, "http://127.0.0.1:9000/"],
    [{ publicUrl: "https://decisions.example" }, "https://decisions.example/"],
    [{ port: 0 }, undefined]
  ])("is cited by addresses of the server, with %j: %s", (more, expected) =>
    assert.strictEqual(documentsUrlOf({ ...settings, ...more }), expected)
  )
})
