// The life of a skill over HTTP, and its file behind a download address.
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { assert, describe, it } from "vitest"
import { bundle, startInMemory, startServer } from "../../src/index.ts"
import { useScope } from "../scope.ts"
import { authorization } from "../server/support.ts"

type Fetch = (path: string, init?: RequestInit) => Promise<Response>

const fileForm = (zip: Uint8Array): RequestInit => {
  const body = new FormData()
  body.set("file", new Blob([new Uint8Array(zip)]), "x.bin")
  return { body, headers: { authorization } }
}

/** Each with the form of its download addresses. */
const servers: ReadonlyArray<readonly [string, RegExp, Effect.Effect<Fetch, unknown, Scope.Scope>]> = [
  [
    "over node:http sockets",
    /^http:\/\/127\.0\.0\.1:\d+\/downloads\/skills\/rev_/,
    Effect.map(
      startServer(),
      (origin) => (path, init) => fetch(path.startsWith("/") ? origin + path : path, init)
    )
  ],
  [
    "over fetch in memory",
    /^\/downloads\/skills\/rev_/,
    Effect.map(startInMemory(), (fetch) => (path, init) => fetch(`https://api.example.com${path}`, init))
  ]
]

describe.each(servers)("%s", (_name, address, open) => {
  const opened = useScope()(open)
  const send: Fetch = async (path, init) => (await opened)(path, init)

  it("a form of the runtime's own makes, changes and fetches a skill; deleting it is an empty 204", async () => {
    const [one, two] = await Promise.all(["one", "two"].map((name) => Effect.runPromise(bundle(name))))
    const headers = { authorization }
    const made = await send("/v1/skills", { method: "POST", ...fileForm(one ?? assert.fail()) })
    assert.strictEqual(made.status, 201)
    const { revision, skill_id } = await made.json()
    const path = `/v1/skills/${skill_id}`
    const changed = await send(`${path}?expected_revision=${revision}`, {
      method: "PUT",
      ...fileForm(two ?? assert.fail())
    })
    assert.strictEqual(changed.status, 200)
    const { name, revision: second } = await changed.json()
    assert.strictEqual(name, "two")

    const where = await send(`${path}/download?revision=${revision}`, { headers })
    const { url } = await where.json()
    assert.match(url, address)
    const file = await send(url)
    assert.strictEqual(file.status, 200)
    assert.strictEqual(file.headers.get("content-type"), "application/zip")
    assert.strictEqual(file.headers.get("cache-control"), "no-store")
    assert.deepStrictEqual(new Uint8Array(await file.arrayBuffer()), one)

    const gone = await send(`${path}?expected_revision=${second}`, { method: "DELETE", headers })
    assert.strictEqual(gone.status, 204)
    assert.strictEqual(await gone.text(), "")
    assert.isNull(gone.headers.get("content-type"))
    assert.strictEqual((await send(url)).status, 404)
  })
})
