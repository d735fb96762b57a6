// Responses for scripts, one function per operation; a response that breaks the contract throws when the script is made.
// Source: §4; the schemas are those of the client.
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { ApiKey } from "../resources/api-keys/schema.ts"
import * as apiKeys from "../resources/api-keys/resource.ts"
import { AsyncPage, AsyncRecord } from "../resources/chat/async/schema.ts"
import * as asyncChat from "../resources/chat/async/resource.ts"
import { ChatChunk } from "../resources/chat/schema.ts"
import * as chat from "../resources/chat/resource.ts"
import { DecisionsResponse } from "../resources/decisions/schema.ts"
import * as decisions from "../resources/decisions/resource.ts"
import { ContextualizedEmbeddingsResponse } from "../resources/embeddings/contextualized/schema.ts"
import * as contextualizedEmbeddings from "../resources/embeddings/contextualized/resource.ts"
import { EmbeddingsResponse } from "../resources/embeddings/schema.ts"
import * as embeddings from "../resources/embeddings/resource.ts"
import { invalidResponse, issueText } from "../errors/ApiError.ts"
import { eventStreamType, textFrame } from "../protocol/sse/frames.ts"
import { doneMarker } from "../protocol/sse/SseParser.ts"
import { ModelsResponse } from "../resources/models/schema.ts"
import * as models from "../resources/models/resource.ts"
import { lastKinds, ResponseEvent } from "../resources/responses/events.ts"
import { Response } from "../resources/responses/schema.ts"
import * as responses from "../resources/responses/resource.ts"
import { SearchResponse } from "../resources/search/schema.ts"
import * as search from "../resources/search/resource.ts"
import { ChatCompletion } from "../schema/chat/Completion.ts"
import { Download, RevisionsPage, Skill, SkillsPage } from "../resources/skills/schema.ts"
import * as skills from "../resources/skills/resource.ts"
import { utf8 } from "./bytes.ts"
import type { Operation } from "./operations.ts"
import type { SentRequest } from "./SentRequest.ts"
import type { Step } from "./Step.ts"

/** Options of a response. */
export interface RespondOptions {
  /** In addition to `content-type`, or instead of it. */
  readonly headers?: { readonly [name: string]: string }
}

const check = <A>(name: string, schema: Schema.Codec<A, unknown>, body: unknown): void => {
  const result = Schema.decodeUnknownResult(Schema.toType(schema), { errors: "all" })(body)
  if (Result.isFailure(result)) {
    const { issues = [] } = invalidResponse(result.failure)
    throw new TypeError(`${name} cannot have this response: ${issues.map(issueText).join("; ")}`)
  }
}

const ends: ReadonlySet<unknown> = lastKinds

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

const json =
  <A>(operation: Operation, schema: Schema.Codec<A, unknown>, status = 200) =>
  (body: A, options?: RespondOptions): Step => {
    check(operation.name, schema, body)
    return step(operation, false, status, "application/json", [JSON.stringify(body)], options)
  }

const empty =
  (operation: Operation, status: number) =>
  (options?: RespondOptions): Step =>
    step(operation, false, status, "", [], options)

/** Each event arrives in a chunk of its own. */
const events =
  <A>(operation: Operation, schema: Schema.Codec<A, unknown>, last: (event: A) => boolean, mark?: string) =>
  (all: ReadonlyArray<A>, options?: RespondOptions): Step => {
    all.forEach((event) => check(operation.name, schema, event))
    const end = all.at(-1)
    if (end === undefined || !last(end)) {
      throw new TypeError(
        `${operation.name} cannot end like this: the last event is missing. To truncate a stream, use fail.cut.`
      )
    }
    const data = [...all.map((event) => JSON.stringify(event)), ...(mark === undefined ? [] : [mark])]
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

const decision = json(decisions.create, DecisionsResponse)

/** Its answers must be those of the questions. */
const decide: typeof decision = (body, options) => {
  const made = decision(body, options)
  return {
    ...made,
    objections: (request, raw) => {
      const others = made.objections(request, raw)
      return others.length > 0 ? others : answerObjections(body, request)
    }
  }
}

/**
 * Responses of the service by resource and method: `respond.decisions.create({ ... })`. Each throws a TypeError for a body
 * that breaks the contract, and accepts only requests of its operation; that of decisions, with questions of the names of
 * its answers.
 */
export const respond = {
  apiKeys: { generate: json(apiKeys.generate, ApiKey), revoke: empty(apiKeys.revoke, 200) },
  asyncChat: {
    create: json(asyncChat.create, AsyncRecord),
    get: json(asyncChat.get, AsyncRecord),
    list: json(asyncChat.list, AsyncPage)
  },
  chat: {
    create: json(chat.create, ChatCompletion),
    /** The last event must be a `chat.completion.done`; `[DONE]` is added. */
    stream: events(chat.create, ChatChunk, ({ object }) => object === chat.lastKind, doneMarker)
  },
  contextualizedEmbeddings: {
    create: json(contextualizedEmbeddings.create, ContextualizedEmbeddingsResponse)
  },
  decisions: { create: decide },
  embeddings: { create: json(embeddings.create, EmbeddingsResponse) },
  models: { list: json(models.list, ModelsResponse) },
  responses: {
    create: json(responses.create, Response),
    /** The last event must be a final one, for example `response.completed`. */
    stream: events(responses.create, ResponseEvent, ({ type }) => ends.has(type))
  },
  search: { create: json(search.create, SearchResponse) },
  skills: {
    list: json(skills.list, SkillsPage),
    listRevisions: json(skills.listRevisions, RevisionsPage),
    create: json(skills.create, Skill, 201),
    get: json(skills.get, Skill),
    update: json(skills.update, Skill),
    delete: empty(skills.delete, 204),
    download: json(skills.download, Download)
  }
}
