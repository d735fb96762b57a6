// The OpenAPI document as generated, made readable: equal schemas once, headers of every answer, words by status.
// Source: §4.1, §7; Assumed: ours for the form.
import { withPolicyHeaders } from "./policyHeaders.ts"
import * as Predicate from "effect/Predicate"
import { rateLimitHeader } from "../protocol/rateLimitHeaders.ts"
import { eventStreamType } from "../protocol/sse/frames.ts"
import { withNames } from "./schemaNames.ts"
import { words } from "./statusWords.ts"

type Json = { readonly [name: string]: unknown }

const isJson = (value: unknown): value is Json => Predicate.isObject(value) && !Array.isArray(value)
const object = (value: unknown): Json => (isJson(value) ? value : {})
const mapped = (value: unknown, change: (inner: Json, name: string) => unknown): Json =>
  Object.fromEntries(
    Object.entries(object(value)).map(([name, inner]) => [name, change(object(inner), name)])
  )

const safe = Number.MAX_SAFE_INTEGER
const unbounded = (name: string, value: unknown): boolean =>
  (name === "minimum" && value === -safe) || (name === "maximum" && value === safe)

/** What `open` adds: any further field. */
const isOpening = (part: unknown): boolean =>
  isJson(part) &&
  Object.keys(part).length === 2 &&
  part["type"] === "object" &&
  isJson(part["additionalProperties"])
const isRemark = (part: unknown): part is { readonly description: string } =>
  isJson(part) && Object.keys(part).length === 1 && typeof part["description"] === "string"

/** A schema without the traces of its making. Only lists under `allOf` and `anyOf` are schemas. */
const tidied = (schema: Json): Json => {
  const { allOf, anyOf, ...rest } = schema
  const all = Array.isArray(allOf) ? allOf : []
  const left = all.filter((part) => !isOpening(part) && !isRemark(part))
  const any = Array.isArray(anyOf)
    ? [...new Map(anyOf.map((part) => [JSON.stringify(part), part])).values()]
    : []
  return {
    ...(any.length === 1 ? object(any[0]) : {}),
    ...rest,
    ...(any.length > 1 ? { anyOf: any } : any.length === 0 && anyOf !== undefined ? { anyOf } : {}),
    ...(all.some(isOpening) ? { additionalProperties: true } : {}),
    ...all.find(isRemark),
    ...(left.length > 0 ? { allOf: left } : allOf !== undefined && !Array.isArray(allOf) ? { allOf } : {})
  }
}

const tidy = (value: unknown, names: ReadonlyMap<string, string>): unknown => {
  if (Array.isArray(value)) return value.map((part) => tidy(part, names))
  if (!isJson(value)) return value
  return tidied(
    Object.fromEntries(
      Object.entries(value).flatMap(([name, inner]) =>
        unbounded(name, inner)
          ? []
          : [[name, name === "$ref" ? (names.get(String(inner)) ?? inner) : tidy(inner, names)]]
      )
    )
  )
}

/** Schemas numbered apart for annotations that do not show are one. */
const twins = (schemas: Json): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(schemas).flatMap(([name, schema]) => {
      const first = name.replace(/_\d+$/, "")
      return first !== name && JSON.stringify(schema) === JSON.stringify(schemas[first])
        ? [[`#/components/schemas/${name}`, `#/components/schemas/${first}`]]
        : []
    })
  )

const counted = (description: string) => ({ description, required: true, schema: { type: "integer" } })
const waits = { description: "Seconds to wait.", required: true, schema: { type: "integer", minimum: 1 } }
const headers = {
  [rateLimitHeader.limit]: counted("Requests allowed in the window, a second, for one key group."),
  [rateLimitHeader.remaining]: counted("Requests left in the window."),
  [rateLimitHeader.used]: counted("Requests taken in the window, this one included."),
  [rateLimitHeader.reset]: counted("Unix second at which the window ends."),
  "x-request-id": { description: "For reports.", required: true, schema: { type: "string", format: "uuid" } }
}

const headersOf = (status: string, keyless: boolean): Json =>
  Object.fromEntries(
    Object.keys(headers).flatMap((name) =>
      status === "401" || (keyless && name !== "x-request-id")
        ? []
        : [[name, { $ref: `#/components/headers/${name}` }]]
    )
  )

const shown: { readonly [word: string]: string } = { api: "API", openai: "OpenAI", systemone: "System One" }

/** `openaiChat` is shown as "OpenAI chat". */
const displayName = (group: string): string => {
  const parts = group.split(/(?=[A-Z])/).map((part) => shown[part] ?? part.toLowerCase())
  const title = parts.join(" ")
  return title.charAt(0).toUpperCase() + title.slice(1)
}

/** A group under its name as readers see it: a word that explorers of APIs know. */
const withDisplayName = (tag: unknown): unknown =>
  isJson(tag) ? { ...tag, "x-displayName": displayName(String(tag["name"])) } : tag

const reference = (name: string) => `#/components/schemas/${name}`

/** Scalar knows the scheme in lower case alone. */
const lowerScheme = (given: Json): Json =>
  typeof given["scheme"] === "string" ? { ...given, scheme: given["scheme"].toLowerCase() } : given

/** `skills.listRevisions` and `Response` are `SkillsListRevisionsResponse`. */
const nameOf = (operationId: string, role: string): string =>
  [...operationId.split("."), role].map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join("")

/** Bodies by their JSON: the same under an alias has one name. */
type Named = Map<string, { readonly name: string; readonly schema: Json }>

const nameFor = (schema: Json, name: string, named: Named): string => {
  const text = JSON.stringify(schema)
  const known = named.get(text)
  if (known === undefined) named.set(text, { name, schema })
  return known?.name ?? name
}

/** Examples of an operation: its request, an event of its stream, and its answers by status. */
export interface Examples {
  readonly request: unknown
  readonly event?: unknown
  readonly answers: { readonly [status: string]: unknown }
}

/** An example under a name: one without a name is not in the body that Scalar's dialog sends. */
const exampleNamed = (value: unknown): Json => ({ examples: { example: { value } } })

/** The event in place of opaque bytes: OpenAPI 3.1 has no word for a sequence. Whole bodies under their own names. */
const contentOf = (
  given: unknown,
  name: string,
  event: string | undefined,
  named: Named,
  example: unknown,
  eventExample?: unknown
): Json =>
  mapped(given, (media, type) => {
    if (type === eventStreamType && event !== undefined) {
      const description = "Server-sent events: the data of each is one such object as JSON."
      return { schema: { $ref: reference(event), description }, ...exampleNamed(eventExample) }
    }
    const schema = object(media["schema"])
    if (type !== "application/json") return { schema }
    return {
      schema: schema["$ref"] === undefined ? { $ref: reference(nameFor(schema, name, named)) } : schema,
      ...(example !== undefined && exampleNamed(example))
    }
  })

const operation = (
  given: Json,
  events: { readonly [group: string]: string },
  named: Named,
  examplesOf: (operation: string) => Examples
): Json => {
  const keyless = Array.isArray(given["security"]) && given["security"].length === 0
  const id = String(given["operationId"])
  const group = Array.isArray(given["tags"]) ? String(given["tags"][0]) : ""
  const event = Object.hasOwn(events, group) ? events[group] : undefined
  const body = object(given["requestBody"])
  const alias = given["x-alias-of"]
  const examples = examplesOf(typeof alias === "string" ? alias : id)
  const request = {
    ...body,
    content: contentOf(body["content"], nameOf(id, "Request"), undefined, named, examples.request)
  }
  const response = (each: Json, status: string): Json => ({
    ...each,
    description: words[status] ?? each["description"],
    headers: {
      ...headersOf(status, keyless),
      ...mapped(each["headers"], (header, name) => (name === "retry-after" ? waits : header))
    },
    ...(each["content"] === undefined
      ? {}
      : {
          content: contentOf(
            each["content"],
            nameOf(id, status.startsWith("2") ? "Response" : status),
            event,
            named,
            examples.answers[status],
            examples.event
          )
        })
  })
  return {
    ...given,
    ...(given["requestBody"] === undefined ? {} : { requestBody: request }),
    responses: mapped(given["responses"], response)
  }
}

/**
 * Makes a generated document readable; for `OpenApi.Transform` on the whole. `events` names the schema of the
 * events of a group that streams.
 */
export const describe =
  (events: { readonly [group: string]: string }, examplesOf: (operation: string) => Examples) =>
  (spec: Json): Record<string, unknown> => {
    const components = object(spec["components"])
    const schemas = object(tidy(components["schemas"], new Map()))
    const names = twins(schemas)
    const kept = Object.entries(schemas).filter(([name]) => !names.has(reference(name)))
    const named: Named = new Map()
    const paths = mapped(tidy(spec["paths"], names), (item) =>
      mapped(item, (each) => withPolicyHeaders(operation(each, events, named, examplesOf)))
    )
    return {
      ...spec,
      ...(Array.isArray(spec["tags"]) && { tags: spec["tags"].map(withDisplayName) }),
      paths,
      components: {
        ...components,
        securitySchemes: mapped(components["securitySchemes"], lowerScheme),
        headers,
        schemas: withNames({
          ...object(tidy(Object.fromEntries(kept), names)),
          ...Object.fromEntries(Array.from(named.values(), ({ name, schema }) => [name, schema]))
        })
      }
    }
  }
