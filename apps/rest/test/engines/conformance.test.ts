// Conformance of the embedded engines, called directly and over HTTP.
import * as Embedded from "@leadline/engine-embedded"
import { contextualizedEmbeddingsCases, setupsOf, decisionsCases, embeddingsCases } from "@leadline/lab"
import { runCases } from "../support/conformance.ts"

runCases("decisions", setupsOf("decisions")(Embedded.layerDecisions), decisionsCases)
runCases("embeddings", setupsOf("embeddings")(Embedded.layerEmbeddings), embeddingsCases)
runCases(
  "contextualized embeddings",
  setupsOf("contextualizedEmbeddings")(Embedded.layerContextualizedEmbeddings),
  contextualizedEmbeddingsCases
)
