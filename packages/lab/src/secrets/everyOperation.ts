// Every operation of the client once, with its example: each text that may be any text is a recognisable prompt.
// Source: §4.
import { type Endpoint, served } from "@leadline/core/api"
import type { Client, RequestOptions } from "@leadline/core/client"
import { resources } from "@leadline/core/resources"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { canaryPrompt } from "../faults/operations.ts"

/** Calls an operation, and reads a stream to its end. */
export type CallOperation = (client: Client, options?: RequestOptions) => Promise<unknown>

type Fits = (value: unknown) => boolean

const isOf = (schema: Schema.Top): Fits => Schema.is(Schema.toType(schema as Schema.Codec<unknown>))

/** A value with the prompt in place of each of its texts, where it `fits` with it. */
const withPrompts = (value: unknown, fits: Fits): unknown => {
  if (typeof value === "string") return fits(canaryPrompt) ? canaryPrompt : value
  if (typeof value !== "object" || value === null) return value
  return Object.keys(value).reduce((whole: object, name) => {
    const replaced = (part: unknown): object =>
      Array.isArray(whole) ? whole.with(Number(name), part) : { ...whole, [name]: part }
    return replaced(withPrompts(Reflect.get(whole, name), (part) => fits(replaced(part))))
  }, value)
}

/** An example with prompts; beside its JSON an id that belongs to nothing, a file, the prompt. */
const requestOf = ({ documentedJson, example, operation: { content, path, request } }: Endpoint): object => {
  const fields = request?.ast._tag === "Objects" ? request.ast.propertySignatures : []
  const body = documentedJson && withPrompts(example?.request, isOf(documentedJson))
  const others = fields.flatMap(({ name, type }) => {
    const isInPath = path.split("/").includes(`:${String(name)}`)
    if (content === "json" && !isInPath) return []
    const value = isInPath ? "a1" : name === "file" ? new TextEncoder().encode(canaryPrompt) : canaryPrompt
    return isOf(Schema.make(type))(value) ? [[name, value]] : []
  })
  return { ...Object.fromEntries(others), ...Object(body) }
}

const callsOf = (endpoint: Endpoint): ReadonlyArray<readonly [string, CallOperation]> => {
  const { operation, operationName } = endpoint
  const args = operation.request === undefined ? [] : [requestOf(endpoint)]
  const call = (client: Client, method: string, options?: RequestOptions) =>
    Reflect.get(client, operation.resource)[method](...args, options)
  const whole: CallOperation = (client, options) => call(client, operationName, options)
  const stream: CallOperation = async (client, options) => {
    for await (const _ of call(client, "stream", options));
  }
  return operation.events === undefined
    ? [[operation.name, whole]]
    : [
        [operation.name, whole],
        [operation.name.replace(/\w+$/, "stream"), stream]
      ]
}

/** Calls by span name. */
export const everyOperation: { readonly [name: string]: CallOperation } = Object.fromEntries(
  Struct.keys(resources)
    .flatMap((name) => served[name].endpoints.all)
    .filter(({ name, operationName }) => name === operationName)
    .flatMap(callsOf)
)
