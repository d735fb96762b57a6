// Conformance of the embedded engines, called directly and over HTTP; and folders that cannot be searched.
import * as Embedded from "@leadline/engine-embedded"
import { conformance, setupsOf } from "@leadline/lab"
import { runCases } from "@leadline/lab/run-cases"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { assert, it } from "vitest"
import { layerDocuments } from "../../src/engines/documents.ts"
import { emptyDirectory } from "../support/serverProcess.ts"

runCases("decisions", setupsOf("decisions")(Embedded.layerDecisions), conformance.decisions.cases)
runCases("embeddings", setupsOf("embeddings")(Embedded.layerEmbeddings), conformance.embeddings.cases)
runCases(
  "contextualized embeddings",
  setupsOf("contextualizedEmbeddings")(Embedded.layerContextualizedEmbeddings),
  conformance.contextualizedEmbeddings.cases
)
// The documentation of this project.
const search = layerDocuments({ documents: undefined, documentsUrl: undefined }, emptyDirectory())
runCases("search", setupsOf("search")(search), conformance.search.cases)
const { chat, responses } = Embedded.enginesOver(search)
runCases("chat", setupsOf("chat")(chat), conformance.chat.cases)
runCases("responses", setupsOf("responses")(responses), conformance.responses.cases)

it.each([
  ["/nowhere/at/all", /LEADLINE_DOCUMENTS: the folder \/nowhere\/at\/all cannot be read$/i],
  [import.meta.filename, /LEADLINE_DOCUMENTS: the folder \S+\.ts cannot be read: it is a file$/i]
])("%s cannot be searched, and is named with its setting", async (documents, message) => {
  const layer = layerDocuments({ documents, documentsUrl: undefined }, emptyDirectory())
  const error: unknown = await Effect.runPromise(Effect.flip(Effect.scoped(Layer.build(layer))))
  assert.match(String(error), message)
})
