// Structured output: answers of chat and of responses as checked values of a schema.
export type { AnySchema, SchemaViolation, StandardSchema } from "../json-schema/AnySchema.ts"
export { jsonSchemaFormat, type JsonSchemaFormat, type JsonSchemaFormatOptions } from "./jsonSchemaFormat.ts"
export { parseChat, parseChatEffect, type ParseChatRequest } from "./parseChat.ts"
export { parseResponse, parseResponseEffect, type ParseResponseRequest } from "./parseResponse.ts"
export type { Parsed } from "./parse.ts"
export { StructuredOutputError, type StructuredOutputReason } from "./StructuredOutputError.ts"
