// Conformance of the fake contextualized embeddings engine in every setup.
import {
  contextualizedEmbeddingsCases,
  contextualizedEmbeddingsSetups,
  fakeContextualizedEmbeddingsCases,
  layerFakeContextualizedEmbeddings
} from "../../src/index.ts"
import { runCases } from "./runCases.ts"

runCases(contextualizedEmbeddingsSetups(layerFakeContextualizedEmbeddings), [
  ...contextualizedEmbeddingsCases,
  ...fakeContextualizedEmbeddingsCases
])
