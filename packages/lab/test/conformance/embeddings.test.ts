// Conformance of the fake embeddings engine in every setup.
import {
  embeddingsCases,
  embeddingsSetups,
  fakeEmbeddingsCases,
  layerFakeEmbeddings
} from "../../src/index.ts"
import { runCases } from "./runCases.ts"

runCases(embeddingsSetups(layerFakeEmbeddings), [...embeddingsCases, ...fakeEmbeddingsCases])
