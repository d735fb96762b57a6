// The rules of a decisions request as JSON Schema, equal to the contract's but for images, which the bodies lack.
// Source: §2.1, §2.2, §8.

const content = { type: ["string", "object", "array", "null"] }

/** For a validator that knows `discriminator`. */
export const decisions = {
  type: "object",
  required: ["model", "state", "questions"],
  additionalProperties: false,
  properties: {
    model: { enum: ["decider-27b", "decider-27b-v0"] },
    state: { type: ["string", "object", "array"] },
    questions: {
      type: "object",
      minProperties: 1,
      maxProperties: 128,
      propertyNames: { minLength: 1 },
      additionalProperties: {
        type: "object",
        required: ["type"],
        discriminator: { propertyName: "type" },
        oneOf: [
          {
            properties: {
              type: { const: "noul" },
              instructions: content,
              criteria: {
                type: ["object", "null"],
                additionalProperties: false,
                properties: { true: content, false: content }
              }
            },
            anyOf: [
              { required: ["instructions"], properties: { instructions: { not: { type: "null" } } } },
              {
                required: ["criteria"],
                properties: {
                  criteria: {
                    type: "object",
                    anyOf: [
                      { required: ["true"], properties: { true: { not: { type: "null" } } } },
                      { required: ["false"], properties: { false: { not: { type: "null" } } } }
                    ]
                  }
                }
              }
            ],
            additionalProperties: false
          },
          {
            required: ["criteria"],
            properties: {
              type: { const: "choice" },
              instructions: content,
              criteria: {
                type: "object",
                minProperties: 1,
                maxProperties: 255,
                additionalProperties: content
              }
            },
            additionalProperties: false
          },
          {
            required: ["criteria"],
            properties: {
              type: { const: "score" },
              instructions: content,
              criteria: {
                type: "array",
                minItems: 1,
                maxItems: 10,
                items: { type: ["string", "object", "array"] }
              }
            },
            additionalProperties: false
          }
        ]
      }
    }
  }
}
