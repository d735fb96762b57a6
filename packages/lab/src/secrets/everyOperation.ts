// Every operation of the client once, each with a recognisable key and prompt.
// Source: §4.
import type { Client, RequestOptions } from "@leadline/core/client"
import type { Call } from "../calls.ts"
import { canaryKey, canaryPrompt } from "../faults/operations.ts"

const chat = { model: "sonar", messages: [{ role: "user", content: canaryPrompt }] } as const
const file = new TextEncoder().encode(canaryPrompt)
const skill = { skill_id: "s1" }

const drain = async (events: AsyncIterable<unknown>): Promise<void> => {
  for await (const _ of events);
}

/** Calls by span name. The ids belong to nothing. */
export const everyOperation: {
  readonly [name in Call]: (client: Client, options?: RequestOptions) => Promise<unknown>
} = {
  "ApiKeys.generate": ({ apiKeys }, options) => apiKeys.generate({ token_name: canaryPrompt }, options),
  "ApiKeys.revoke": ({ apiKeys }, options) => apiKeys.revoke({ auth_token: canaryKey }, options),
  "AsyncChat.create": ({ asyncChat }, options) => asyncChat.create({ request: chat }, options),
  "AsyncChat.get": ({ asyncChat }, options) => asyncChat.get({ id: "a1" }, options),
  "AsyncChat.list": ({ asyncChat }, options) => asyncChat.list({ next_token: canaryPrompt }, options),
  "Chat.create": (client, options) => client.chat.create(chat, options),
  "Chat.stream": (client, options) => drain(client.chat.stream(chat, options)),
  "Decisions.create": ({ decisions }, options) =>
    decisions.create(
      {
        model: "decider-27b",
        state: { text: canaryPrompt },
        questions: {
          a: { type: "choice", instructions: canaryPrompt, criteria: { b: canaryPrompt, c: null } }
        }
      },
      options
    ),
  "ContextualizedEmbeddings.create": ({ contextualizedEmbeddings }, options) =>
    contextualizedEmbeddings.create({ model: "svc-embed-context-v1-0.6b", input: [[canaryPrompt]] }, options),
  "Embeddings.create": ({ embeddings }, options) =>
    embeddings.create({ model: "svc-embed-v1-0.6b", input: canaryPrompt }, options),
  "Models.list": ({ models }, options) => models.list(options),
  "Responses.create": ({ responses }, options) => responses.create({ input: canaryPrompt }, options),
  "Responses.stream": ({ responses }, options) => drain(responses.stream({ input: canaryPrompt }, options)),
  "Search.create": ({ search }, options) => search.create({ query: canaryPrompt }, options),
  "Skills.list": ({ skills }, options) => skills.list({ page_token: canaryPrompt }, options),
  "Skills.create": ({ skills }, options) => skills.create({ file }, options),
  "Skills.listRevisions": ({ skills }, options) => skills.listRevisions(skill, options),
  "Skills.get": ({ skills }, options) => skills.get(skill, options),
  "Skills.update": ({ skills }, options) =>
    skills.update({ ...skill, expected_revision: "r1", file }, options),
  "Skills.delete": ({ skills }, options) => skills.delete({ ...skill, expected_revision: "r1" }, options),
  "Skills.download": ({ skills }, options) => skills.download(skill, options)
}
