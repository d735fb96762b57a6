// The endpoints of a resource: what a server takes and answers under each path, and what OpenAPI says of it.
// Source: §4.7, §4.10, §5, §7.1.
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { eventStreamType } from "../protocol/sse/frames.ts"
import { type FieldDescriptions, withDescriptions } from "../schema/descriptions.ts"
import type { Access, BodyKind, Events, Group, Operation, OperationDefinitions, Work } from "./resource.ts"

type Fields = Schema.Struct.Fields

/** The bodies of an operation as OpenAPI shows them, made up. A body that is no JSON has none. */
export interface OperationExample {
  readonly request?: unknown
  /** Of its stream. */
  readonly event?: unknown
  readonly response?: unknown
}

/** How a server reads the requests of an operation, and what OpenAPI says of it. */
export interface OperationContract {
  /** One line. */
  readonly summary: string
  readonly description: string
  readonly example?: OperationExample
  /** The fields of the query, as text. */
  readonly query?: Fields
  /** The JSON body that a server takes. Default: what of the request is not in the path. */
  readonly payload?: Schema.Top
  // Assumed: docs.
  /** An empty body means `{}`. Default false: an empty body is malformed JSON. */
  readonly isOptional?: boolean
  /** Changes the operation in the OpenAPI document. */
  readonly transform?: (operation: Record<string, unknown>) => Record<string, unknown>
}

type TakesJson<Op> = Op extends { readonly method: "POST" | "PUT"; readonly request: Schema.Top }
  ? Op extends { readonly body: "file" }
    ? false
    : true
  : false

/** The bodies of an operation that are JSON. */
type Bodies<Op> = (TakesJson<Op> extends true ? { readonly request: unknown } : {}) &
  (Op extends { readonly response: Schema.Top } ? { readonly response: unknown } : {}) &
  (Op extends { readonly events: Events } ? { readonly event: unknown } : {})

/** An operation without an example of a body does not compile. */
type WithExample<Op> = {} extends Bodies<Op> ? unknown : { readonly example: Bodies<Op> }

/** What a server knows of a resource beside the resource itself. */
export interface GroupContract<Ops extends OperationDefinitions, Failure extends Schema.Top> {
  readonly description: string
  /** What the fields of its requests and responses mean. Default nothing. */
  readonly descriptions?: ReadonlyArray<FieldDescriptions>
  /** How each failure is answered; the first codec that fits. */
  readonly errors: ReadonlyArray<Failure>
  /** Whether a failure names the `first` wrong field of a JSON body, or `all` of them. Default first. */
  readonly names?: "first" | "all"
  /** Lets unknown fields of a JSON body pass. Default false. */
  readonly ignoresUnknown?: boolean
  /** A second header that repeats `x-request-id`. Default none. */
  readonly requestIdAlias?: string
  readonly operations: { readonly [Method in keyof Ops]: OperationContract & WithExample<Ops[Method]> }
}

/** One path of an operation. */
export interface Endpoint extends Omit<OperationContract, "query"> {
  readonly params: Schema.Top | undefined
  readonly query: Schema.Top | undefined
  /** Its name in OpenAPI, within its group. */
  readonly name: string
  /** The name of the method that answers it. */
  readonly operationName: string
  readonly operation: Operation
  readonly path: `/${string}`
  readonly access: Access
  readonly onlyByRight: boolean
  readonly work: Work
  readonly content: BodyKind
  /** The schema of a JSON body, in which the name of a model is any text. */
  readonly json: Schema.Top | undefined
  /** The same with descriptions, and with the models of the contract. */
  readonly documentedJson: Schema.Top | undefined
  readonly parseOptions: SchemaAST.ParseOptions
  /** The status of a success. */
  readonly status: number
  /** The schema of each success. */
  readonly success: ReadonlyArray<Schema.Top>
  /** The schema of an event, under its name in OpenAPI. */
  readonly event: Schema.Top | undefined
  readonly errors: ReadonlyArray<Schema.Top>
  readonly requestIdAlias: string | undefined
}

/** All paths of a resource. */
export interface Endpoints<Ops extends OperationDefinitions = OperationDefinitions, Failure = unknown> {
  readonly name: string
  readonly access: Access
  readonly description: string
  readonly all: ReadonlyArray<Endpoint>
  /** For types alone. */
  readonly "~types"?: { readonly operations: Ops; readonly failure: Failure }
}

/** Of an endpoint that may answer with events. Not StreamSse, which sends the text of any cause to the caller. */
const eventStream = HttpApiSchema.StreamUint8Array({ contentType: eventStreamType })

/** The names in a path. */
const namesIn = (path: string): ReadonlyArray<string> => path.match(/(?<=:)\w+/g) ?? []

/** A request without the fields that are in its path. */
const bodyOf = (request: Schema.Top, inPath: ReadonlyArray<string>): Schema.Top => {
  const { ast } = request
  if (inPath.length === 0 || ast._tag !== "Objects") return request
  const fields = ast.propertySignatures.filter(({ name }) => !inPath.includes(String(name)))
  return Schema.make(new SchemaAST.Objects(fields, ast.indexSignatures))
}

/** The endpoints of a resource: each path of each operation, in order. */
export const endpointsOf = <Ops extends OperationDefinitions, Failure extends Schema.Top>(
  { access, name: resource, onlyByRight = false, operations, work }: Group<Ops>,
  contract: GroupContract<Ops, Failure>
): Endpoints<Ops, Failure["Type"]> => {
  const { description, descriptions = [], errors, ignoresUnknown, names = "first", requestIdAlias } = contract
  const described = (schema: Schema.Top) => withDescriptions(schema, descriptions)
  const parseOptions = { errors: names, onExcessProperty: ignoresUnknown ? "ignore" : "error" } as const
  const contracts: { readonly [method: string]: OperationContract } = contract.operations
  const all = Object.entries<Operation>(operations).flatMap(([operationName, operation]) => {
    const { [operationName]: own = { summary: "", description: "" } } = contracts
    const { aliases = {}, content, events, path, request, response } = operation
    const status = operation.status ?? (response === undefined ? 204 : 200)
    const answer = response === undefined ? HttpApiSchema.Empty(status) : described(response)
    const inPath = namesIn(path)
    const json = content === "json" ? (own.payload ?? request) : undefined
    const shared = {
      ...own,
      params:
        inPath.length === 0
          ? undefined
          : Schema.Struct(Object.fromEntries(inPath.map((name) => [name, Schema.String]))),
      query: own.query && Schema.Struct(own.query),
      operationName,
      operation,
      access,
      onlyByRight,
      work,
      content,
      json: json && bodyOf(json, inPath),
      documentedJson: json && bodyOf(described(json), inPath),
      parseOptions,
      status,
      success: [
        response === undefined || status === 200 ? answer : answer.pipe(HttpApiSchema.status(status)),
        ...(events === undefined ? [] : [eventStream])
      ],
      event: events && described(events.schema).annotate({ identifier: events.name }),
      errors,
      requestIdAlias
    }
    return Object.entries({ [operationName]: path, ...aliases }).map(([name, at]) => ({
      ...shared,
      name,
      path: at
    }))
  })
  return { name: resource, access, description, all }
}
