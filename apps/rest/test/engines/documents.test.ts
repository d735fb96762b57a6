// Conformance of the embedded search over this project's documentation, called directly and over HTTP.
import { searchCases, setupsOf } from "@leadline/lab"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { assert, it } from "vitest"
import { layerDocuments } from "../../src/engines/documents.ts"
import { runCases } from "../support/conformance.ts"
import { emptyDirectory } from "../support/serverProcess.ts"

const directory = emptyDirectory()
const settings = { documents: undefined, documentsUrl: undefined }

runCases("search", setupsOf("search")(layerDocuments(settings, directory)), searchCases)

it("a missing folder is an error that names its setting", async () => {
  const layer = layerDocuments({ ...settings, documents: "/nowhere/at/all" }, directory)
  const error: unknown = await Effect.runPromise(Effect.flip(Effect.scoped(Layer.build(layer))))
  assert.match(String(error), /LEADLINE_DOCUMENTS: the folder \/nowhere\/at\/all cannot be read/i)
})
