// Names of the schemas within bodies: what would stand in several places of the document stands in it once.
// Source: §4; Assumed: ours for the names.
import * as Predicate from "effect/Predicate"

type Json = { readonly [name: string]: unknown }

/** Where each named schema is first found: the name of a body or of an earlier schema, and the way into it. */
export const places: { readonly [name: string]: string } = {
  Question: "DecisionsCreateRequest.properties.questions.additionalProperties",
  NoulQuestion: "Question.anyOf.0",
  ChoiceQuestion: "Question.anyOf.1",
  ScoreQuestion: "Question.anyOf.2",
  Answer: "DecisionsCreateResponse.properties.answers.additionalProperties",
  NoulAnswer: "Answer.anyOf.0",
  ChoiceAnswer: "Answer.anyOf.1",
  ScoreAnswer: "Answer.anyOf.2",
  PolicyResult: "DecisionsCreateResponse.properties.policy",
  QuestionResult: "PolicyResult.properties.questions.additionalProperties",
  ReviewLabels: "ReviewsLabelRequest.properties.labels",
  Message: "ChatCreateRequest.properties.messages.items",
  MessagePart: "Message.properties.content.anyOf.1.items",
  Choice: "ChatCreateResponse.properties.choices.items",
  ChunkChoice: "ChatChunk.properties.choices.items",
  ReasoningStep: "ChunkChoice.properties.delta.properties.reasoning_steps.anyOf.0.items",
  WebSearchOptions: "ChatCreateRequest.properties.web_search_options",
  JsonSchemaFormat: "ChatCreateRequest.properties.response_format.anyOf.1",
  ChatUsage: "ChatCreateResponse.properties.usage.anyOf.0",
  SearchResult: "ChatCreateResponse.properties.search_results.anyOf.0.items",
  Image: "ChatCreateResponse.properties.images.anyOf.0.items",
  InputItem: "ResponsesCreateRequest.properties.input.anyOf.1.items",
  InputMessage: "InputItem.anyOf.0",
  InputPart: "InputMessage.properties.content.anyOf.1.items",
  Tool: "ResponsesCreateRequest.properties.tools.items",
  OutputItem: "ResponsesCreateResponse.properties.output.items",
  OutputMessage: "OutputItem.anyOf.0",
  SearchResultsItem: "OutputItem.anyOf.1",
  FetchUrlResultsItem: "OutputItem.anyOf.2",
  FunctionCall: "OutputItem.anyOf.3",
  FoundPage: "SearchResultsItem.properties.results.items",
  FetchedPage: "FetchUrlResultsItem.properties.contents.items",
  ResponsesUsage: "ResponsesCreateResponse.properties.usage.anyOf.0",
  Page: "SearchCreateResponse.properties.results.items",
  Embedding: "EmbeddingsCreateResponse.properties.data.items",
  EmbeddingsUsage: "EmbeddingsCreateResponse.properties.usage",
  OpenaiQuestion: "OpenaiDecisionsCreateRequest.properties.questions.items",
  OpenaiMessage: "OpenaiDecisionsCreateRequest.properties.input.anyOf.1.items",
  OpenaiPart: "OpenaiMessage.anyOf.0.properties.content.anyOf.1.items",
  OpenaiTextPart: "OpenaiPart.anyOf.0",
  OpenaiImagePart: "OpenaiPart.anyOf.1",
  OpenaiJsonPart: "OpenaiPart.anyOf.2",
  OpenaiToolCall: "OpenaiChatCreateRequest.properties.messages.items.properties.tool_calls.anyOf.0.items",
  OpenaiCitation:
    "OpenaiChatCreateResponse.properties.choices.items.properties.message.properties.annotations.items",
  Model: "ModelsListResponse.properties.data.items",
  Skill: "SkillsListResponse.properties.skills.items",
  SkillRevision: "SkillsListRevisionsResponse.properties.revisions.items",
  AsyncChatSummary: "AsyncChatListResponse.properties.requests.items"
}

const isJson = (value: unknown): value is Json => Predicate.isObject(value) && !Array.isArray(value)

/** The text by which equal schemas are found. The description belongs to the place, not to the schema. */
const textOf = ({ description: _description, ...schema }: Json): string => JSON.stringify(schema)

/** The schemas of a document, with names for those within them; a name whose place is not there is left out. */
export const withNames = (bodies: Json): Json => {
  const schemas: { [name: string]: Json } = {}
  for (const [name, body] of Object.entries(bodies)) if (isJson(body)) schemas[name] = body
  for (const [name, place] of Object.entries(places)) {
    const [first = "", ...way] = place.split(".")
    const found = way.reduce<unknown>((value, step) => Reflect.get(Object(value), step), schemas[first])
    if (isJson(found) && found["$ref"] === undefined) schemas[name] ??= found
  }
  const names = new Map(Object.entries(schemas).map(([name, schema]) => [textOf(schema), name]))
  const inner = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(named)
    return isJson(value)
      ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, named(part)]))
      : value
  }
  const named = (value: unknown): unknown => {
    const name = isJson(value) ? names.get(textOf(value)) : undefined
    if (name === undefined || !isJson(value)) return inner(value)
    const { description } = value
    return { $ref: `#/components/schemas/${name}`, ...(description !== undefined && { description }) }
  }
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, inner(schema)]))
}
