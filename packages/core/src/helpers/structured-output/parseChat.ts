// Chat whose answer is a value of a schema.
// Source: §2.10, §4.10.
import * as Effect from "effect/Effect"
import type { PromiseMethodTypes, RequestOptions } from "../../client/promise/promisify.ts"
import { captureCaller, runPromise } from "../../client/promise/runPromise.ts"
import type { ApiError } from "../../errors/ApiError.ts"
import { Chat, type ChatMethods } from "../../resources/chat/service.ts"
import type { ChatCompletion } from "../../schema/chat/Completion.ts"
import type { ChatRequest } from "../../schema/chat/Request.ts"
import type { AnySchema } from "../json-schema/AnySchema.ts"
import { overClient } from "../overClient.ts"
import { makeParse, type OutputText, type Parsed, type ParseOptions, parseOptions } from "./parse.ts"
import type { StructuredOutputError } from "./StructuredOutputError.ts"

/** A chat request without `response_format`, which the schema sets. */
export type ParseChatRequest = Omit<ChatRequest, "response_format" | "stream">

const textOf = ({ choices: [choice] }: ChatCompletion): OutputText => ({
  text: choice?.message.content ?? "",
  refusal: typeof (choice?.message as { readonly refusal?: unknown } | undefined)?.refusal === "string",
  incomplete: choice?.finish_reason === "length"
})

/** {@link parseChat} as an effect, over the service. A schema that JSON Schema cannot express is a defect. */
export const parseChatEffect: <A>(
  request: ParseChatRequest,
  schema: AnySchema<A>,
  options?: ParseOptions
) => Effect.Effect<Parsed<A, ChatCompletion>, ApiError | StructuredOutputError, Chat> = makeParse(
  Chat,
  textOf
)

/**
 * Asks for JSON of a schema, and checks the answer against it. Rejects as `chat.create` does, and with a
 * {@link StructuredOutputError} for an answer that does not fit.
 */
export const parseChat = <A>(
  chat: Pick<ChatMethods<PromiseMethodTypes>, "create">,
  request: ParseChatRequest,
  schema: AnySchema<A>,
  options: ParseOptions & RequestOptions = {}
): Promise<Parsed<A, ChatCompletion>> => {
  const given = { resource: chat, name: "chat", method: "create" } as const
  const { provide, signal } = overClient(Chat, given, options, parseOptions)
  const parsed = provide((own) => parseChatEffect(request, schema, own))
  return runPromise(Effect.runFork, parsed, signal, captureCaller(parseChat))
}
