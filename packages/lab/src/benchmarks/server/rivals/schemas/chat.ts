// The rules of a chat request as JSON Schema. Source: §4.10.
import { closed, filters, nullable, oneOf, window } from "./rules.ts"

const object = { type: "object" }
const texts = nullable({ type: "array", items: { type: "string" } })
const flag = { type: ["boolean", "null"] }
const between = (minimum: number, maximum: number) => nullable({ type: "number", minimum, maximum })

const address = { ...closed(["url"], { url: { type: "string" } }), type: ["string", "object"] }

const part = (type: string, field: string, schema: object, more: object = {}) => ({
  required: [field],
  additionalProperties: false,
  properties: { type: { const: type }, [field]: schema, ...more }
})

const video = {
  ...address,
  properties: { ...address.properties, frame_interval: { type: ["integer", "string"] } }
}

const message = closed(["role", "content"], {
  role: { enum: ["system", "user", "assistant", "tool"] },
  content: {
    type: ["string", "array", "null"],
    items: {
      type: "object",
      required: ["type"],
      discriminator: { propertyName: "type" },
      oneOf: [
        part("text", "text", { type: "string" }),
        part("image_url", "image_url", address),
        part("file_url", "file_url", address, { file_name: { type: ["string", "null"] } }),
        part("pdf_url", "pdf_url", address),
        part("video_url", "video_url", video)
      ]
    }
  },
  tool_calls: nullable({ type: "array", items: object }),
  tool_call_id: { type: ["string", "null"] },
  reasoning_steps: nullable({ type: "array", items: object })
})

const location = closed([], {
  latitude: { type: "number" },
  longitude: { type: "number" },
  country: { type: "string" },
  region: { type: "string" },
  city: { type: "string" }
})

/** For `POST /v1/sonar`. */
export const chat = {
  ...closed(["model", "messages"], {
    model: { enum: ["sonar", "sonar-pro", "sonar-deep-research", "sonar-reasoning-pro"] },
    messages: {
      type: "array",
      minItems: 1,
      items: message,
      contains: { type: "object", properties: { role: { const: "user" } } }
    },
    max_tokens: nullable({ type: "integer", minimum: 1, maximum: 128_000 }),
    stream: flag,
    stop: { type: ["string", "array"], items: { type: "string" } },
    temperature: between(0, 2),
    top_p: between(0, 1),
    response_format: {
      type: "object",
      required: ["type"],
      discriminator: { propertyName: "type" },
      oneOf: [
        { additionalProperties: false, properties: { type: { const: "text" } } },
        {
          required: ["json_schema"],
          additionalProperties: false,
          properties: {
            type: { const: "json_schema" },
            json_schema: closed(["schema"], {
              schema: object,
              name: { type: "string" },
              description: { type: "string" },
              strict: { type: "boolean" }
            })
          }
        }
      ]
    },
    web_search_options: closed([], {
      search_context_size: { enum: ["low", "medium", "high"] },
      search_type: oneOf("fast", "pro", "auto"),
      user_location: location,
      image_results_enhanced_relevance: { type: "boolean" }
    }),
    return_images: flag,
    return_related_questions: flag,
    enable_search_classifier: flag,
    disable_search: flag,
    image_format_filter: texts,
    image_domain_filter: texts,
    stream_mode: { enum: ["full", "concise"] },
    reasoning_effort: oneOf("minimal", "low", "medium", "high"),
    language_preference: nullable({ type: "string", pattern: "^[a-z]{2}$" }),
    top_k: { type: "number" },
    frequency_penalty: { type: "number" },
    presence_penalty: { type: "number" },
    n: { const: 1 },
    ...filters
  }),
  ...window
}
