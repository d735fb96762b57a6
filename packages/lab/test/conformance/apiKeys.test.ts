// Conformance of the fake key management in every setup.
import { apiKey, apiKeysCases, apiKeysSetups, fakeApiKeysCases, layerFakeApiKeys } from "../../src/index.ts"
import { runCases } from "./runCases.ts"

runCases(apiKeysSetups(layerFakeApiKeys(apiKey)), [...apiKeysCases, ...fakeApiKeysCases])
