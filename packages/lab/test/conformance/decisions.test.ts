// Conformance of the fake decisions engine in every setup.
import { decisionsCases, decisionsSetups, fakeDecisionsCases, layerFakeDecisions } from "../../src/index.ts"
import { runCases } from "./runCases.ts"

runCases(decisionsSetups(layerFakeDecisions), [...decisionsCases, ...fakeDecisionsCases])
