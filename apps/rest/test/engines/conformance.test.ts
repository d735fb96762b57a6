// Conformance of the embedded engines, called directly and over HTTP.
import * as Embedded from "@leadline/engine-embedded"
import { conformance, setupsOf } from "@leadline/lab"
import { runCases } from "@leadline/lab/run-cases"
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
