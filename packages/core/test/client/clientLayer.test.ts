// The client of a made-up resource: where the fields of a request go.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { assert, describe, it } from "vitest"
import { layerRequestExecutor } from "../../src/Client.ts"
import { clientLayer, discardResponse } from "../../src/client/clientLayer.ts"
import { resource } from "../../src/contract/resource.ts"
import type { ApiError } from "../../src/errors/ApiError.ts"
import { wire } from "../fixtures/wire.ts"

type Method = (request: object) => Effect.Effect<unknown, ApiError>

interface Engine {
  readonly archive: Method
  readonly remove: Method
}

class Files extends Context.Service<Files, Engine>()("test/Files") {}

const files = resource({
  name: "files",
  service: Files,
  make: (engine: Engine) => engine,
  access: "key",
  work: { by: "store" },
  operations: {
    archive: {
      method: "POST",
      path: "/v1/folders/:folder_id/files/:file_id/archive",
      retry: "never",
      request: Schema.Unknown,
      response: Schema.Unknown
    },
    remove: {
      method: "DELETE",
      path: "/v1/files/:file_id",
      retry: "never",
      request: Schema.Unknown
    }
  }
})

const sent = async (call: (service: Engine) => Effect.Effect<unknown, ApiError>, body: string) => {
  const { layer, sent: all } = wire([{ status: 200, body }])
  const executor = layerRequestExecutor({ baseUrl: "http://a.test", apiKey: "k" })
  const client = clientLayer(files, { send: { remove: discardResponse } }).pipe(
    Layer.provide(executor),
    Layer.provide(layer)
  )
  const answer = await Effect.runPromise(Effect.provide(Files.use(call), client))
  return { answer, ...all[0]?.request }
}

describe("the client of a resource", () => {
  it("puts ids into the path of a JSON request, and all else into its body", async () => {
    const request = { folder_id: "o1", file_id: "f1", file: "kept", reason: "old" }
    const { answer, body, method, url } = await sent(({ archive }) => archive(request), '{"a":1}')
    assert.deepStrictEqual([method, url], ["POST", "http://a.test/v1/folders/o1/files/f1/archive"])
    assert.deepStrictEqual(JSON.parse(String(body)), { file: "kept", reason: "old" })
    assert.deepStrictEqual(answer, { a: 1 })
  })

  it("puts all else into the query where there is no body, and may read no response", async () => {
    const { answer, body, url } = await sent(
      ({ remove }) => remove({ file_id: "f1", revision: "r 1" }),
      "<p>"
    )
    assert.deepStrictEqual([url, body], ["http://a.test/v1/files/f1?revision=r%201", undefined])
    assert.isUndefined(answer)
  })
})
