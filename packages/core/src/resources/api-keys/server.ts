// Key management as it is served, and as OpenAPI describes it.
// Source: §4.2, §4.3.
import { serve } from "../../server/serve.ts"
import * as words from "./descriptions.ts"
import { errors } from "./errors.ts"
import { apiKeys } from "./resource.ts"

/** `POST /generate_auth_token`, `POST /revoke_auth_token`. */
export const served = serve(apiKeys, {
  description: "Keys of the caller's group.",
  descriptions: words.all,
  errors,
  operations: {
    generate: {
      summary: "Generates a key",
      description: "The new key belongs to the caller's group. The full key is shown in this answer only.",
      example: {
        request: { token_name: "laptop" },
        response: {
          auth_token: "lk-example",
          created_at_epoch_seconds: 1_767_323_045,
          token_name: "laptop"
        }
      },
      isOptional: true,
      transform: ({ requestBody: body, ...rest }) => ({
        ...rest,
        requestBody: { ...Object(body), required: false }
      })
    },
    revoke: {
      summary: "Revokes a key",
      description:
        "The key stops working and cannot be recovered. The answer is the same whether it existed or not.",
      example: { request: { auth_token: "lk-example" } }
    }
  }
})
