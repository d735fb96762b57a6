// What a start says of backends: which there are, and a warning of those that take no connection.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import { writeFileSync } from "node:fs"
import { once } from "node:events"
import { type AddressInfo, createServer } from "node:net"
import { join } from "node:path"
import { namesOfBackends, warnOfUnreachableBackends } from "../../src/engines/unreachableBackends.ts"
import type { Settings } from "../../src/settings/server.ts"
import { emptyDirectory } from "../support/serverProcess.ts"

/** A port that takes connections, or one that takes none any more. */
const portOf = async (isOpen: boolean) => {
  const server = createServer((socket) => void socket.destroy()).listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  if (!isOpen) server.close()
  return { port, close: () => server.close() }
}

const settingsOf = (backends: string | undefined) =>
  ({ backends, backendApiKey: undefined, backendNetworks: [] }) as unknown as Settings

const warningsOf = async (backends: string) => {
  const messages: Array<unknown> = []
  const settings = settingsOf(backends)
  await Effect.runPromise(
    warnOfUnreachableBackends(settings).pipe(
      Effect.provide(Logger.layer([Logger.make(({ message }) => void messages.push(message))]))
    )
  )
  return messages.flat()
}

describe("the warning of backends that are away", () => {
  it("names each that a route uses with its host, and nothing else of its URL", async () => {
    const [open, closed] = [await portOf(true), await portOf(false)]
    const file = join(emptyDirectory(), "backends.yaml")
    const away = `{ kind: openai-compatible, url: "http://127.0.0.1:${closed.port}/word/v1" }`
    writeFileSync(
      file,
      `backends:
  here: { kind: openai-compatible, url: "http://127.0.0.1:${open.port}/v1" }
  gone: ${away}
  unused: ${away}
  nowhere: { kind: leadline, url: "https://nowhere.invalid" }
  program: { kind: openai-compatible, command: "none --port {port}" }
routes:
  chat: [here, gone]
  decisions: [gone]
  search: [nowhere]
  responses: [program]
`
    )
    const [message, ...others] = await warningsOf(file)
    open.close()
    assert.strictEqual(
      await Effect.runPromise(namesOfBackends(settingsOf(file))),
      "here (openai-compatible), gone (openai-compatible), nowhere (leadline), program (openai-compatible)"
    )
    assert.match(
      String(message),
      new RegExp(
        `^Backends that do not answer now: gone at 127\\.0\\.0\\.1:${closed.port} \\(ECONNREFUSED\\), nowhere at nowhere\\.invalid \\(E\\w+\\)\\. `
      )
    )
    assert.notInclude(String(message), "word")
    assert.deepStrictEqual(others, [])
  })
})
