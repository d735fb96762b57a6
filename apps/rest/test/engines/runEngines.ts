// Conformance of the embedded engines, called directly and over HTTP.
import * as Embedded from "@leadline/engine-embedded"
import { conformance, setupsOf } from "@leadline/lab"
import { layerDocuments } from "../../src/engines/documents.ts"
import { runCases } from "../support/conformance.ts"
import { emptyDirectory } from "../support/serverProcess.ts"

/** Tests every case over every engine, and over every setup where all are wanted. */
export const runEngines = (setups: "all" | "some"): void => {
  runCases("decisions", setupsOf("decisions")(Embedded.layerDecisions), conformance.decisions.cases, setups)
  runCases(
    "embeddings",
    setupsOf("embeddings")(Embedded.layerEmbeddings),
    conformance.embeddings.cases,
    setups
  )
  runCases(
    "contextualized embeddings",
    setupsOf("contextualizedEmbeddings")(Embedded.layerContextualizedEmbeddings),
    conformance.contextualizedEmbeddings.cases,
    setups
  )
  // The documentation of this project.
  const search = layerDocuments({ documents: undefined, documentsUrl: undefined }, emptyDirectory())
  runCases("search", setupsOf("search")(search), conformance.search.cases, setups)
}
