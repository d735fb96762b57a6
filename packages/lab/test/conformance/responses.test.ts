// Conformance of the fake responses engine in every setup.
import { fakeResponsesCases, layerFakeResponses, responsesCases, responsesSetups } from "../../src/index.ts"
import { runCases } from "./runCases.ts"

runCases(responsesSetups(layerFakeResponses), [...responsesCases, ...fakeResponsesCases])
