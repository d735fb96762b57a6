// Responses for scripts, one function per operation; a response that breaks the contract throws when the script is made.
// Source: §4; the schemas are those of the client.
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Events, Operation } from "../contract/resource.ts"
import { invalidResponse, issueText } from "../errors/ApiError.ts"
import { eventStreamType, textFrame } from "../protocol/sse/frames.ts"
import { type Resources, resources } from "../resources.ts"
import type { DecisionsResponse } from "../resources/decisions/schema.ts"
import { utf8 } from "./bytes.ts"
import type { SentRequest } from "./SentRequest.ts"
import type { Step } from "./Step.ts"

/** Options of a response. */
export interface RespondOptions {
  /** In addition to `content-type`, or instead of it. */
  readonly headers?: { readonly [name: string]: string }
}

const check = (name: string, schema: Schema.Top, body: unknown): void => {
  const result = Schema.decodeUnknownResult(Schema.toType(schema) as Schema.Codec<unknown>, {
    errors: "all"
  })(body)
  if (Result.isFailure(result)) {
    const { issues = [] } = invalidResponse(result.failure)
    throw new TypeError(`${name} cannot have this response: ${issues.map(issueText).join("; ")}`)
  }
}

const streams = ({ headers }: SentRequest): boolean => headers["accept"] === eventStreamType

/** A step for one operation. */
const step = (
  { name }: Operation,
  isStream: boolean,
  status: number,
  type: string,
  parts: ReadonlyArray<string>,
  { headers }: RespondOptions = {}
): Step => {
  const whole = isStream ? name.replace(/\w+$/, "stream") : name
  return {
    name: `an answer to ${whole}`,
    objections: (request) =>
      request.operation === name && streams(request) === isStream ? [] : [`it is not ${whole}`],
    wire: {
      head: { status, headers: { ...(type === "" ? {} : { "content-type": type }), ...headers } },
      parts: parts.map(utf8),
      ending: "end"
    }
  }
}

const answerTo = (operation: Operation) => {
  const { name, response, status = response === undefined ? 204 : 200 } = operation
  if (response === undefined) {
    return (options?: RespondOptions): Step => step(operation, false, status, "", [], options)
  }
  return (body: unknown, options?: RespondOptions): Step => {
    check(name, response, body)
    return step(operation, false, status, "application/json", [JSON.stringify(body)], options)
  }
}

/** Each event arrives in a chunk of its own. */
const eventsOf =
  (operation: Operation, { isFinal, marker, schema }: Events) =>
  (all: ReadonlyArray<unknown>, options?: RespondOptions): Step => {
    all.forEach((event) => check(operation.name, schema, event))
    if (all.length === 0 || !isFinal(all.at(-1) as never)) {
      throw new TypeError(
        `${operation.name} cannot end like this: the last event is missing. To truncate a stream, use fail.cut.`
      )
    }
    const data = [...all.map((event) => JSON.stringify(event)), ...(marker === undefined ? [] : [marker])]
    const frames = data.map(textFrame)
    return step(operation, true, 200, eventStreamType, frames, options)
  }

/** The names in which the answers of a response differ from the questions of a request. */
const answerObjections = ({ answers }: DecisionsResponse, { body }: SentRequest): ReadonlyArray<string> => {
  const questions = Predicate.isObject(body) ? body["questions"] : undefined
  if (!Predicate.isObject(questions)) return []
  return [
    ...Object.keys(questions)
      .filter((name) => !Object.hasOwn(answers, name))
      .map((name) => `answers.${name} is missing`),
    ...Object.keys(answers)
      .filter((name) => !Object.hasOwn(questions, name))
      .map((name) => `answers.${name} has no question`)
  ]
}

/** The answers of decisions must be those of the questions. */
const answersQuestions =
  (respondWith: Respond["decisions"]["create"]): Respond["decisions"]["create"] =>
  (body, options) => {
    const made = respondWith(body, options)
    return {
      ...made,
      objections: (request, raw) => {
        const others = made.objections(request, raw)
        return others.length > 0 ? others : answerObjections(body, request)
      }
    }
  }

type Answer<O> = O extends { readonly response: { readonly Type: infer A } }
  ? (body: A, options?: RespondOptions) => Step
  : (options?: RespondOptions) => Step

type EventsOf<Ops> = Ops extends {
  readonly create: { readonly events: { readonly schema: { readonly Type: infer A } } }
}
  ? {
      /** The last event must be a final one, as `chat.completion.done` or `response.completed`; `[DONE]` is added. */
      readonly stream: (events: ReadonlyArray<A>, options?: RespondOptions) => Step
    }
  : {}

/** Responses by resource and method. */
export type Respond = {
  readonly [R in keyof Resources]: {
    readonly [Method in keyof Resources[R]["operations"]]: Answer<Resources[R]["operations"][Method]>
  } & EventsOf<Resources[R]["operations"]>
}

const responsesOf = ({ operations }: { readonly operations: { readonly [method: string]: Operation } }) =>
  Object.fromEntries(
    Object.entries(operations).flatMap(([method, operation]) => [
      [method, answerTo(operation)],
      ...(operation.events === undefined ? [] : [["stream", eventsOf(operation, operation.events)]])
    ])
  )

const all = Object.fromEntries(
  Object.entries(resources).map(([name, resource]) => [name, responsesOf(resource)])
) as Respond

/**
 * Responses of the service by resource and method: `respond.decisions.create({ ... })`. Each throws a TypeError for a body
 * that breaks the contract, and accepts only requests of its operation; that of decisions, with questions of the names of
 * its answers.
 */
export const respond: Respond = { ...all, decisions: { create: answersQuestions(all.decisions.create) } }
