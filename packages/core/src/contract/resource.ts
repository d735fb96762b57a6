// A resource of the contract as one value: client, server, mocks, backends, rights and documents derive their part from it.
import type * as Context from "effect/Context"
import type * as Schema from "effect/Schema"

/** The callers of a resource: those with a valid API key, or all, limited by address. */
export type Access = "key" | "address"

/** The body of a request: JSON, one file in a multipart form, or none. */
export type BodyKind = "json" | "file" | "none"

/**
 * The kind of work behind a resource: an engine, whose calls are counted; a queue, from which an engine is asked later; a
 * catalog of what engines offer; or a store of this server's own, which no backend stands in for. Requests with a body
 * spend budgets unless a store answers them; `usesTokens`: whether they count against the tokens of
 * their key group, too. `genAi` is OpenTelemetry's name for what it does, where there is one.
 */
export type Work =
  | {
      readonly by: "engine" | "queue"
      readonly usesTokens: boolean
      readonly genAi?: "chat" | "embeddings"
    }
  | { readonly by: "catalog" | "store"; readonly usesTokens?: never; readonly genAi?: never }

/**
 * How an operation may be repeated. `safe`: it may run twice. `generation`: it is billed, so it is repeated only when
 * the server refused it before any work. `never`: it is repeated only when nothing was sent.
 */
export type RetryClass = "safe" | "generation" | "never"

/** The events of an operation that can also answer with a stream. */
export interface Events {
  /** Of its schema, in OpenAPI. */
  readonly name: string
  readonly schema: Schema.Top
  /** Says of an event whether it ends the stream. */
  readonly isFinal: (event: never) => boolean
  /** The text that follows the last event. Default none. */
  readonly marker?: string
}

/** An operation, as its resource defines it. */
export interface OperationDefinition {
  readonly method: "GET" | "POST" | "PUT" | "DELETE"
  /** Takes each `:name` from the field of the request with this name. */
  readonly path: `/${string}`
  /** What stands in its path is any text, percent-encoded. Default: ids of letters, digits, `_` and `-`. */
  readonly pathTexts?: true
  /** The paths that clients of OpenAI call: there an `error` stands beside the `detail` of a refusal. Default none. */
  readonly openaiPaths?: ReadonlyArray<`/${string}`>
  /** Other paths of the operation, under the names of their endpoints in OpenAPI. */
  readonly aliases?: { readonly [endpoint: string]: `/${string}` }
  readonly retry: RetryClass
  /** The field of a request with which it may run twice, whatever its retry class. */
  readonly idempotencyKey?: string
  /** Absent: the method takes no request. */
  readonly request?: Schema.Top
  /** Default: JSON for POST and PUT. What is in no body is in the query. */
  readonly body?: "file"
  /** Absent: the response has no body. */
  readonly response?: Schema.Top
  /** The status of a success. Default 200, and 204 without a body. */
  readonly status?: 200 | 201
  readonly events?: Events
}

/** Operations under the names of their methods. */
export interface OperationDefinitions {
  readonly [method: string]: OperationDefinition
}

/** What an operation has of its resource. */
export interface OperationFacts {
  /** The name of its resource. */
  readonly resource: string
  /** For rights, limits and metrics: `skills.list`. */
  readonly id: string
  /** For spans and messages: `Skills.list`. */
  readonly name: string
  readonly work: Work
  readonly content: BodyKind
}

/** An operation of a resource. */
export type Operation = OperationDefinition & OperationFacts

/** The operations of a resource under the names of their methods. */
export type Operations<Ops extends OperationDefinitions> = {
  readonly [Method in keyof Ops]: Ops[Method] & OperationFacts
}

/** A method that gives the items of all pages, over the operation that gives one page. */
export interface Walk {
  readonly over: string
  readonly items: (page: never) => ReadonlyArray<unknown>
}

/** How a resource is called and served. */
export interface Group<
  Ops extends OperationDefinitions,
  Name extends string = string,
  W extends Work = Work
> {
  /** As a client names it. */
  readonly name: Name
  readonly access: Access
  /** A key may call it only if its rights name it. Default: one without rights may, too. */
  readonly onlyByRight?: boolean
  readonly work: W
  readonly operations: Operations<Ops>
}

/** A resource: its service, how an implementation becomes one, and its operations. */
export interface Resource<
  Id,
  S,
  Engine,
  Ops extends OperationDefinitions,
  Name extends string = string,
  W extends Work = Work
> extends Group<Ops, Name, W> {
  readonly service: Context.Service<Id, S>
  readonly make: (engine: Engine) => S
  /** The methods that list all pages. Default none. */
  readonly walks?: { readonly [method: string]: Walk }
  /** Adds the methods that make other calls to those of the operations. Default: there are none. */
  readonly fromCalls?: (calls: never) => S
}

/** A service with methods that are no operations says how they are made. */
type Completed<S, Ops> = [Exclude<keyof S, keyof Ops | "stream">] extends [never]
  ? unknown
  : { readonly fromCalls: (calls: never) => S }

type Methods<Ops> = { readonly [Method in keyof Ops]: (...args: never) => unknown }

const capitalized = (name: string): string =>
  name.replace(/(?:^|-)\w/g, (start) => start.slice(-1).toUpperCase())

const takesJson = ({ method, request }: OperationDefinition): boolean =>
  request !== undefined && (method === "POST" || method === "PUT")

/** Operations that count as those of `resource`. */
const namedAs = <Ops extends OperationDefinitions>(
  resource: string,
  work: Work,
  definitions: Ops
): Operations<Ops> =>
  Object.fromEntries(
    Object.entries(definitions).map(([method, definition]) => [
      method,
      {
        ...definition,
        resource,
        id: `${resource}.${method}`,
        name: `${capitalized(resource)}.${method}`,
        work,
        content: definition.body ?? (takesJson(definition) ? "json" : "none")
      }
    ])
  ) as Operations<Ops>

/** The operation that answers with events in place of a response. */
export const streamed = (operation: Operation): Operation => ({
  ...operation,
  id: operation.id.replace(/\w+$/, "stream"),
  name: operation.name.replace(/\w+$/, "stream")
})

/** Operations that are served, and that no client has methods for. */
export const group = <const Ops extends OperationDefinitions, const Name extends string>({
  operations,
  ...rest
}: Omit<Group<Ops, Name>, "operations"> & { readonly operations: Ops }): Group<Ops, Name> => ({
  ...rest,
  operations: namedAs(rest.name, rest.work, operations)
})

/**
 * Defines a resource. An operation that its service has no method for does not compile, nor a method of its
 * implementations that is no operation.
 */
export const resource = <
  Id,
  S extends Methods<Ops>,
  Engine,
  const Ops extends OperationDefinitions & { readonly [Method in Exclude<keyof Engine, "stream">]: unknown },
  const Name extends string,
  const W extends Work
>(
  definition: Omit<Resource<Id, S, Engine, Ops, Name, W>, "operations"> & {
    readonly operations: Ops
  } & Completed<S, Ops>
): Resource<Id, S, Engine, Ops, Name, W> => {
  const { name, operations, work } = definition
  return { ...definition, operations: namedAs(name, work, operations) }
}

/** Other requests and responses for the operations of a resource: each is answered by the operation of its name. */
export const dialect = <const Ops extends OperationDefinitions, const Name extends string>(
  of: Pick<Group<OperationDefinitions>, "name" | "access" | "work">,
  name: Name,
  operations: Ops
): Group<Ops, Name> => ({
  name,
  access: of.access,
  work: of.work,
  operations: namedAs(of.name, of.work, operations)
})
