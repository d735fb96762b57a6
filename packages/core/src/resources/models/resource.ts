// The model list as a resource of the contract.
// Source: §4.9.
import { resource } from "../../contract/resource.ts"
import { ModelsResponse } from "./schema.ts"
import { make, Models } from "./service.ts"

/** The models that responses accept. */
export const models = resource({
  name: "models",
  service: Models,
  make,
  access: "address",
  work: { by: "catalog" },
  operations: {
    list: { method: "GET", path: "/v1/models", retry: "safe", response: ModelsResponse }
  }
})
