// The embedded search of documents; its conformance is in conformance.test.ts.
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { assert, it } from "vitest"
import { layerDocuments } from "../../src/engines/documents.ts"
import { emptyDirectory } from "../support/serverProcess.ts"

it.each([
  [
    "a missing folder",
    "/nowhere/at/all",
    /LEADLINE_DOCUMENTS: the folder \/nowhere\/at\/all cannot be read$/i
  ],
  ["a file", import.meta.filename, /LEADLINE_DOCUMENTS: the folder \S+\.ts cannot be read: it is a file$/i]
])("%s is an error that names its setting", async (_what, documents, message) => {
  const layer = layerDocuments({ documents, documentsUrl: undefined }, emptyDirectory())
  const error: unknown = await Effect.runPromise(Effect.flip(Effect.scoped(Layer.build(layer))))
  assert.match(String(error), message)
})
