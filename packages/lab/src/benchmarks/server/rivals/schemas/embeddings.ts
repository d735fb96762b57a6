// The rules of an embeddings request as JSON Schema. Source: §4.6.
import { closed } from "./filters.ts"

const text = { type: "string", minLength: 1 }

/** For `POST /v1/embeddings`. */
export const embeddings = {
  ...closed(["input", "model"], {
    input: { type: ["string", "array"], minLength: text.minLength, minItems: 1, maxItems: 512, items: text },
    model: { enum: ["svc-embed-v1-0.6b", "svc-embed-v1-4b"] },
    dimensions: { type: "integer", minimum: 128, maximum: 2560 },
    encoding_format: { enum: ["base64_int8", "base64_binary"] }
  }),
  if: { required: ["model"], properties: { model: { const: "svc-embed-v1-0.6b" } } },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: { properties: { dimensions: { type: "integer", maximum: 1024 } } }
}
