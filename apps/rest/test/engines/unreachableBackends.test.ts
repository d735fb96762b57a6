// What a start says of backends: which there are, and a warning of those that take no connection.
import { freePort } from "@leadline/lab"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "vitest"
import { serveHttp } from "../../../../packages/lab/src/ports.ts"
import { namesOfBackends, warnOfUnreachableBackends } from "../../src/engines/unreachableBackends.ts"
import type { Settings } from "../../src/settings/server.ts"
import { emptyDirectory } from "../support/serverProcess.ts"

it("backends that are away are named, each that a route uses with its host, and nothing else of its URL", async () => {
  const open = await serveHttp(() => undefined)
  const closed = await freePort()
  const file = join(emptyDirectory(), "backends.yaml")
  const away = { kind: "openai-compatible", url: `http://127.0.0.1:${closed}/word/v1` }
  const backends = {
    here: { ...away, url: `${open.url}/v1` },
    gone: away,
    unused: away,
    nowhere: { kind: "leadline", url: "https://nowhere.invalid" },
    program: { kind: "openai-compatible", command: "none --port {port}" }
  }
  const routes = { chat: ["here", "gone"], search: ["nowhere"], responses: ["program"] }
  writeFileSync(file, JSON.stringify({ backends, routes }))
  const settings = { backends: file, backendApiKey: undefined, backendNetworks: [] } as unknown as Settings
  const messages: Array<unknown> = []
  const logger = Logger.make(({ message }) => void messages.push(message))
  await Effect.runPromise(Effect.provide(warnOfUnreachableBackends(settings), Logger.layer([logger])))
  await open.close()
  assert.strictEqual(
    await Effect.runPromise(namesOfBackends(settings)),
    "here (openai-compatible), gone (openai-compatible), nowhere (leadline), program (openai-compatible)"
  )
  const [message, ...others] = messages.flat().map(String)
  const named = `^Backends that do not answer now: gone at 127\\.0\\.0\\.1:${closed} \\(ECONNREFUSED\\), nowhere at `
  assert.match(message ?? "", new RegExp(named))
  assert.notInclude(message, "word")
  assert.deepStrictEqual(others, [])
})
