// A function that a model may call: its schema, and what runs.
// Source: §4.7.
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { aBoolean, aFunction, type Check, checkOptions, type Checks } from "../../client/optionChecks.ts"
import type { AbortSignalLike } from "../../client/promise/promisify.ts"
import { FunctionTool, type Tool as RequestTool } from "../../resources/responses/tools.ts"
import type { JsonSchema } from "../../schema/JsonSchema.ts"
import { type AnySchema, decode, jsonSchemaOf, type SchemaViolation } from "../json-schema/AnySchema.ts"

/** The call of a tool, beside its arguments. */
export interface ToolContext {
  /** Aborts when the run is cancelled, or another tool of the step throws with `onToolError: "throw"`. */
  readonly signal: AbortSignalLike
  /** The id of the call, the same in the response. */
  readonly callId: string
}

interface Described<A> {
  /** The name the model uses, not empty and not one of the service's own tools. */
  readonly name: string
  /** Its purpose and when to call it, for the model. */
  readonly description?: string | undefined
  /** The schema of the arguments: an object. They are checked before `run`. */
  readonly schema: AnySchema<A>
  /** True: the model enforces each part of the schema. Default: that of the service. */
  readonly strict?: boolean | undefined
}

/** Options of {@link tool}. */
export interface ToolOptions<A> extends Described<A> {
  /**
   * Runs the call. The result goes to the model: a string as it is, anything else as JSON, undefined as an empty text.
   * What it throws, or a result that is no JSON, goes there too, as its message, unless the run has `onToolError: "throw"`.
   */
  readonly run: (args: A, context: ToolContext) => unknown
}

/** Options of {@link toolEffect}. */
export interface ToolEffectOptions<A, E, R> extends Described<A> {
  /** As that of {@link tool}; cancellation is interruption. */
  readonly run: (args: A, context: Pick<ToolContext, "callId">) => Effect.Effect<unknown, E, R>
}

/** Why a call failed: the arguments do not fit the schema, or the function failed with `cause`. */
export type ToolFailure<E> =
  | { readonly reason: "arguments"; readonly message: string }
  | { readonly reason: "run"; readonly message: string; readonly cause: E }

/** A function that a model may call, made by {@link tool} or {@link toolEffect}. */
export interface Tool<E = never, R = never> {
  readonly name: string
  /** The entry for `tools` of a request. */
  readonly definition: Extract<RequestTool, { readonly type: "function" }>
  /** Checks arguments as the model wrote them, runs the function, and gives its output as text. */
  readonly call: (args: string, callId: string) => Effect.Effect<string, ToolFailure<E>, R>
}

const violationText = ({ message, path }: SchemaViolation): string =>
  path.length === 0 ? message : `${path.join(".")}: ${message}`

const invalidArguments = (message: string): Effect.Effect<never, ToolFailure<never>> =>
  Effect.fail({ reason: "arguments", message })

/** Throws for what is no JSON. */
const textOf = (output: unknown): string =>
  typeof output === "string" ? output : (JSON.stringify(output) ?? "")

/** The message of whatever was thrown, also of an object that has no text. */
const thrownText = (thrown: unknown): string => {
  try {
    return String(thrown instanceof Error ? thrown.message : thrown)
  } catch {
    return "The function failed."
  }
}

/** The caller says what the promise rejects with. Interruption aborts the signal. */
const fromPromise = <A, E>(run: (signal: AbortSignalLike) => Promise<A>): Effect.Effect<A, E> =>
  Effect.tryPromise({
    try: run,
    catch: (error) => (error instanceof Error ? error : new Error(thrownText(error))) as E
  })

const failedRun = <E>(cause: E): ToolFailure<E> => ({ reason: "run", message: thrownText(cause), cause })

const isSchema = (value: unknown): boolean =>
  Schema.isSchema(value) ||
  ((Predicate.isObject(value) || typeof value === "function") &&
    Predicate.isObject(Reflect.get(Object(value), "~standard")))

const aSchema: Check = ["a schema of an object", isSchema]

/** The check of each option. */
const toolOptions = {
  name: [
    "a name that is not empty and not one of the service's own tools",
    Schema.is(FunctionTool.fields.name)
  ],
  description: ["a text", (value) => typeof value === "string"],
  schema: aSchema,
  strict: aBoolean,
  run: aFunction
} satisfies Checks<ToolOptions<unknown>>

/** Throws a TypeError for an option that is unknown, invalid, or missing. */
const checkTool = (options: object): void => {
  if ("parameters" in options) throw new TypeError("parameters: unknown option, use schema")
  checkOptions(options, toolOptions)
  for (const name of ["name", "schema", "run"] as const) {
    if (Reflect.get(options, name) === undefined)
      throw new TypeError(`${name}: expected ${toolOptions[name][0]}`)
  }
}

/** The JSON Schema of the arguments. A model writes them as an object. */
const parametersOf = <A>(schema: AnySchema<A>): JsonSchema => {
  const parameters = jsonSchemaOf(schema)
  if ("type" in parameters && parameters["type"] !== "object") {
    throw new TypeError(`schema: expected ${aSchema[0]}`)
  }
  return parameters
}

const makeTool = <A, E, R>({
  description,
  name,
  run,
  schema,
  strict
}: ToolEffectOptions<A, E, R>): Tool<E, R> => ({
  name,
  definition: {
    type: "function",
    name,
    parameters: parametersOf(schema),
    ...(description !== undefined && { description }),
    ...(strict !== undefined && { strict })
  },
  call: Effect.fnUntraced(function* (args, callId) {
    const json = Result.try(() => JSON.parse(args) as unknown)
    if (Result.isFailure(json)) return yield* invalidArguments("The arguments are not JSON.")
    const decoded = yield* decode(schema, json.success)
    if (Result.isFailure(decoded)) {
      const problems = decoded.failure.map(violationText).join("; ")
      return yield* invalidArguments(`The arguments do not fit the schema: ${problems}`)
    }
    const output = yield* Effect.mapError(run(decoded.success, { callId }), failedRun)
    return yield* Effect.try({ try: () => textOf(output), catch: (cause) => failedRun(cause as E) })
  })
})

/** {@link tool} whose `run` is an effect. */
export const toolEffect = <A, E = never, R = never>(options: ToolEffectOptions<A, E, R>): Tool<E, R> => {
  checkTool(options)
  return makeTool(options)
}

/**
 * A function that a model may call. Throws a TypeError for a wrong option, such as a schema of no object, and for a
 * schema that JSON Schema cannot express.
 *
 * `tool({ name: "weather", schema: z.object({ city: z.string() }), run: ({ city }) => fetchWeather(city) })`
 */
export const tool = <A>(options: ToolOptions<A>): Tool<unknown> => {
  checkTool(options)
  const { run, ...described } = options
  return makeTool<A, unknown, never>({
    ...described,
    run: (args, { callId }) => fromPromise(async (signal) => run(args, { callId, signal }))
  })
}
