// The headers of decisions under a policy, in the OpenAPI document.
// Assumed: ours.
import { actionHeader, modelHeader, noPolicy, policyHeader } from "../protocol/policyHeaders.ts"

type Json = Readonly<Record<string, unknown>>

const text = (description: string, more: Json = {}) => ({ description, schema: { type: "string", ...more } })

const parameter = {
  name: policyHeader,
  in: "header",
  required: false,
  ...text(
    `A policy of the key group, as \`tickets\` for its newest version, or \`tickets@3\`. With \`; body=?0\` the response has the headers alone. \`${noPolicy}\` applies none, and asks which model answers. Default: the policy of the key.`
  )
}

const headers = {
  [policyHeader]: text("The policy that was applied, with its version, as `tickets@3`."),
  [actionHeader]: text("`act` if the policy acts upon all answers, else `review`.", {
    enum: ["act", "review"]
  }),
  [modelHeader]: text(`The model that answered, for \`${policyHeader}: ${noPolicy}\`.`)
}

const groups = new Set<unknown>(["decisions", "systemone", "openaiDecisions"])

const object = (value: unknown): Json => Object(value) as Json

/** An operation with the headers of policies, if it answers decisions. */
export const withPolicyHeaders = (operation: Json): Json => {
  const [group] = Array.isArray(operation["tags"]) ? operation["tags"] : []
  if (!groups.has(group)) return operation
  const parameters = Array.isArray(operation["parameters"]) ? operation["parameters"] : []
  const responses = object(operation["responses"])
  const answer = object(responses["200"])
  return {
    ...operation,
    parameters: [...parameters, parameter],
    responses: { ...responses, 200: { ...answer, headers: { ...object(answer["headers"]), ...headers } } }
  }
}
