// The server inside of programs of others, on this Node; and what its handler for node:http does when it cannot answer.
import { createServer } from "node:http"
import { toNodeHandler } from "@leadline/transport-node/server"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { assert, describe, it } from "vitest"
import { layerServices } from "../../src/index.ts"
import { check, listening, mounts } from "./mounts.ts"

it.each(mounts)("$name, the contract is answered, and the program's own path too", async ({ start }) =>
  check(await start())
)

describe("a handler of node:http", () => {
  it("gives the failure of its layers to the framework, or answers 500", async () => {
    const failing = Layer.effectDiscard(Effect.fail("no disk")).pipe(Layer.merge(layerServices()))
    const { dispose, handler } = toNodeHandler(failing)
    const seen: Array<unknown> = []
    const server = createServer((request, response) =>
      request.url === "/next"
        ? handler(request, response, (error) => {
            seen.push(error)
            response.end()
          })
        : handler(request, response)
    )
    const base = await listening(server)
    await fetch(`${base}/next`)
    assert.match(String(seen[0]), /no disk/)
    assert.strictEqual((await fetch(`${base}/v1/models`)).status, 500)
    await dispose()
    server.closeAllConnections()
    server.close()
  })

  it("answers 503 when it was disposed of", async () => {
    const { dispose, handler } = toNodeHandler(layerServices())
    await dispose()
    const server = createServer((request, response) => handler(request, response))
    assert.strictEqual((await fetch(`${await listening(server)}/v1/models`)).status, 503)
    server.closeAllConnections()
    server.close()
  })
})
