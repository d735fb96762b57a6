// Conformance of the fake search engine in every setup.
import { fakeSearchCases, layerFakeSearch, searchCases, searchSetups } from "../../src/index.ts"
import { runCases } from "./runCases.ts"

runCases(searchSetups(layerFakeSearch), [...searchCases, ...fakeSearchCases])
