// The client of a made-up resource: where the fields of a JSON request with ids go. Queries are in those of skills.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { assert, it } from "vitest"
import { layerRequestExecutor } from "../../src/Client.ts"
import { clientLayer } from "../../src/client/clientLayer.ts"
import { resource } from "../../src/contract/resource.ts"
import type { ApiError } from "../../src/errors/ApiError.ts"
import { wire } from "../fixtures/wire.ts"

interface Engine {
  readonly archive: (request: object) => Effect.Effect<unknown, ApiError>
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
    }
  }
})

it("the client of a resource puts ids into the path of a JSON request, and all else into its body", async () => {
  const { layer, sent } = wire([{ body: '{"a":1}' }])
  const client = clientLayer(files).pipe(
    Layer.provide(layerRequestExecutor({ baseUrl: "http://a.test", apiKey: "k" })),
    Layer.provide(layer)
  )
  const request = { folder_id: "o1", file_id: "f1", file: "kept", reason: "old" }
  const call = Files.use(({ archive }) => archive(request))
  assert.deepStrictEqual(await Effect.runPromise(Effect.provide(call, client)), { a: 1 })
  const { body, method, url } = sent[0]?.request ?? assert.fail("nothing was sent")
  assert.deepStrictEqual([method, url], ["POST", "http://a.test/v1/folders/o1/files/f1/archive"])
  assert.deepStrictEqual(JSON.parse(String(body)), { file: "kept", reason: "old" })
})
