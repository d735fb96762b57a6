// The embedded search of documents; its conformance is in conformance.test.ts.
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { assert, it } from "vitest"
import { layerDocuments } from "../../src/engines/documents.ts"
import { emptyDirectory } from "../support/serverProcess.ts"

it("a missing folder is an error that names its setting", async () => {
  const layer = layerDocuments({ documents: "/nowhere/at/all", documentsUrl: undefined }, emptyDirectory())
  const error: unknown = await Effect.runPromise(Effect.flip(Effect.scoped(Layer.build(layer))))
  assert.match(String(error), /LEADLINE_DOCUMENTS: the folder \/nowhere\/at\/all cannot be read/i)
})
