// Chat whose answer is a value of a schema.
// Source: §2.10, §4.10.
import * as Effect from "effect/Effect"
import { checkOptions } from "../../client/optionChecks.ts"
import type { PromiseMethodTypes, RequestOptions } from "../../client/promise/promisify.ts"
import type { ApiError } from "../../errors/ApiError.ts"
import { Chat, type ChatMethods } from "../../resources/chat/service.ts"
import type { ChatCompletion } from "../../schema/chat/Completion.ts"
import type { ChatRequest } from "../../schema/chat/Request.ts"
import type { ViaStreamOptions } from "../../validation/methodTypes.ts"
import { checkResource } from "../checkResource.ts"
import type { AnySchema } from "../json-schema/AnySchema.ts"
import { jsonSchemaFormat, type JsonSchemaFormatOptions } from "./jsonSchemaFormat.ts"
import { parseEffectOptions, parseOptions } from "./parseOptions.ts"
import { type OutputText, type Parsed, readParsed } from "./readParsed.ts"
import type { StructuredOutputError } from "./StructuredOutputError.ts"

/** A chat request without `response_format`, which the schema sets. */
export type ParseChatRequest = Omit<ChatRequest, "response_format" | "stream">

const textOf = ({ choices: [choice] }: ChatCompletion): OutputText => ({
  text: choice?.message.content ?? "",
  refusal: typeof (choice?.message as { readonly refusal?: unknown } | undefined)?.refusal === "string",
  incomplete: choice?.finish_reason === "length"
})

/**
 * Asks for JSON of a schema, and checks the answer against it. Rejects as `chat.create` does, and with a
 * {@link StructuredOutputError} for an answer that does not fit.
 */
export const parseChat = async <A>(
  chat: Pick<ChatMethods<PromiseMethodTypes>, "create">,
  request: ParseChatRequest,
  schema: AnySchema<A>,
  given: JsonSchemaFormatOptions & RequestOptions & ViaStreamOptions = {}
): Promise<Parsed<A, ChatCompletion>> => {
  checkResource(chat, "chat")
  checkOptions(given, parseOptions)
  const { description, name, strict, ...options } = given
  const response_format = jsonSchemaFormat(schema, { description, name, strict })
  const response = await chat.create({ ...request, response_format }, options)
  return Effect.runPromise(readParsed(schema, response, textOf(response)))
}

/** {@link parseChat} as an effect, over the service. A schema that JSON Schema cannot express is a defect. */
export const parseChatEffect = <A>(
  request: ParseChatRequest,
  schema: AnySchema<A>,
  options: JsonSchemaFormatOptions & ViaStreamOptions = {}
): Effect.Effect<Parsed<A, ChatCompletion>, ApiError | StructuredOutputError, Chat> =>
  Effect.flatMap(Chat, (chat) => {
    checkOptions(options, parseEffectOptions)
    const { viaStream, ...format } = options
    return Effect.flatMap(
      chat.create({ ...request, response_format: jsonSchemaFormat(schema, format) }, { viaStream }),
      (response) => readParsed(schema, response, textOf(response))
    )
  })
