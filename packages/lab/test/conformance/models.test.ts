// Conformance of the catalog in every setup.
import { layerCatalog } from "@leadline/core/models"
import { modelsCases, modelsSetups } from "../../src/index.ts"
import { runCases } from "./runCases.ts"

runCases(modelsSetups(layerCatalog()), modelsCases)
