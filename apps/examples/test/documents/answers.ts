// A block of json that is marked as an answer has the shape of what the service answers now.
import type { Service } from "./given.ts"

const kind = (value: unknown): string =>
  value === null ? "null" : Array.isArray(value) ? "array" : typeof value

/** Where what is shown is not in what is answered: names and kinds, not values. */
const unlike = (shown: unknown, answered: unknown, path: string): string | undefined => {
  if (kind(shown) !== kind(answered)) return `${path} is ${kind(answered)}, not ${kind(shown)}`
  if (Array.isArray(shown) && Array.isArray(answered)) {
    return shown
      .map((each) => (answered.length > 0 ? unlike(each, answered[0], `${path}[]`) : undefined))
      .find(Boolean)
  }
  if (typeof shown !== "object" || shown === null || typeof answered !== "object" || answered === null)
    return undefined
  const fields = new Map(Object.entries(answered))
  return Object.entries(shown)
    .map(([name, value]) =>
      fields.has(name) ? unlike(value, fields.get(name), `${path}.${name}`) : `${path}.${name} is not there`
    )
    .find(Boolean)
}

/** Asks as the mark says, `GET /-/ready` or `POST /v1/decisions {"model":...}`; what differs, if anything. */
export const differs = async (
  shown: string,
  request: string,
  service: Service
): Promise<string | undefined> => {
  const { 1: method, 2: path = "", 3: body } = /^([A-Z]+) (\S+)(?: (.*))?$/.exec(request) ?? []
  if (method === undefined) return `the mark "answer" is no method and path: ${request}`
  const response = await fetch(`${service.baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${service.apiKey}` },
    ...(body !== undefined && { body })
  })
  const answered: unknown = await response.json()
  return unlike(JSON.parse(shown), answered, "the answer")
}
