// Chat as a resource of the contract: one operation under three paths.
// Source: §4.10, §6; the aliases are Assumed: clients, the end marker is Assumed: clients, seen.
import { resource } from "../../contract/resource.ts"
import { doneMarker } from "../../protocol/sse/SseParser.ts"
import { ChatCompletion } from "../../schema/chat/Completion.ts"
import { ChatRequest } from "../../schema/chat/Request.ts"
import { ChatChunk, isFinal } from "./schema.ts"
import { Chat, make } from "./service.ts"

/** Conversations with web search, as JSON or as events. */
export const chat = resource({
  name: "chat",
  service: Chat,
  make,
  access: "key",
  work: { by: "engine", usesTokens: true, genAi: "chat" },
  operations: {
    create: {
      method: "POST",
      path: "/v1/sonar",
      aliases: {
        createCompletions: "/chat/completions",
        createCompletionsV1: "/v1/chat/completions"
      },
      openaiPaths: ["/chat/completions", "/v1/chat/completions"],
      retry: "generation",
      request: ChatRequest,
      response: ChatCompletion,
      events: { name: "ChatChunk", schema: ChatChunk, isFinal, marker: doneMarker }
    }
  }
})
