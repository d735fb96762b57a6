// The life of a skill over HTTP, and its file behind a download address.
import * as Effect from "effect/Effect"
import { assert, it } from "vitest"
import { bundle, startInMemory, startServer } from "../../src/index.ts"
import { useScope } from "../scope.ts"
import { authorization } from "../server/support.ts"

type Fetch = (path: string, init?: RequestInit) => Promise<Response>

const run = useScope()

/** Each with the form of its download addresses. */
const servers: ReadonlyArray<readonly [string, RegExp, () => Promise<Fetch>]> = [
  [
    "over node:http sockets",
    /^http:\/\/127\.0\.0\.1:\d+\/downloads\/skills\/rev_/,
    async () => {
      const origin = await run(startServer())
      return (path, init) => fetch(new URL(path, origin), init)
    }
  ],
  [
    "over fetch in memory",
    /^\/downloads\/skills\/rev_/,
    async () => {
      const fetch = await run(startInMemory())
      return (path, init) => fetch(new URL(path, "https://api.example.com"), init)
    }
  ]
]

it.each(servers)(
  "%s a form of the runtime's own makes, changes and fetches a skill; deleting it is an empty 204",
  async (_name, address, open) => {
    const send = await open()
    const headers = { authorization }
    const zips = await Promise.all(["one", "two"].map((name) => Effect.runPromise(bundle(name))))
    const [one, two] = zips.map((zip) => {
      const body = new FormData()
      body.set("file", new Blob([new Uint8Array(zip)]), "x.bin")
      return { body, headers }
    })
    const made = await send("/v1/skills", { method: "POST", ...one })
    assert.strictEqual(made.status, 201)
    const { revision, skill_id } = await made.json()
    const path = `/v1/skills/${skill_id}`
    const changed = await send(`${path}?expected_revision=${revision}`, { method: "PUT", ...two })
    assert.strictEqual(changed.status, 200)
    const { name, revision: second } = await changed.json()
    assert.strictEqual(name, "two")

    const { url } = await (await send(`${path}/download?revision=${revision}`, { headers })).json()
    assert.match(url, address)
    const file = await send(url)
    assert.strictEqual(file.headers.get("content-type"), "application/zip")
    assert.strictEqual(file.headers.get("cache-control"), "no-store")
    assert.deepStrictEqual(new Uint8Array(await file.arrayBuffer()), zips[0])

    const gone = await send(`${path}?expected_revision=${second}`, { method: "DELETE", headers })
    assert.deepStrictEqual(
      [gone.status, gone.headers.get("content-type"), await gone.text()],
      [204, null, ""]
    )
    assert.strictEqual((await send(url)).status, 404)
  }
)
