// The services of the resources that can have a backend.
import type { Api } from "@leadline/core/api"
import { AsyncChat } from "@leadline/core/async-chat"
import { Chat } from "@leadline/core/chat"
import { ContextualizedEmbeddings } from "@leadline/core/contextualized-embeddings"
import { Decisions } from "@leadline/core/decisions"
import { Embeddings } from "@leadline/core/embeddings"
import { Models } from "@leadline/core/models"
import { Responses } from "@leadline/core/responses"
import { Search } from "@leadline/core/search"
import * as Context from "effect/Context"
import * as Struct from "effect/Struct"

/** What no backend answers: keys and skills are this server's own, and dialects are answered by decisions. */
type Unrouted = "apiKeys" | "openaiDecisions" | "skills" | "systemone"

/** Every other resource of the contract: one that is missing here does not compile. */
const serviceKeys = {
  decisions: Decisions,
  chat: Chat,
  responses: Responses,
  search: Search,
  embeddings: Embeddings,
  contextualizedEmbeddings: ContextualizedEmbeddings,
  models: Models,
  asyncChat: AsyncChat
} satisfies {
  readonly [R in Exclude<keyof (typeof Api)["groups"], Unrouted>]: Context.Key<unknown, unknown>
}

type ServiceKeys = typeof serviceKeys

/** A resource that can have a backend. */
export type Resource = keyof ServiceKeys

/** The services of all resources that can have a backend. */
export type Services = { readonly [R in Resource]: ServiceKeys[R]["Service"] }

/** What effects require that use these services. */
export type ServiceIdentifiers = ServiceKeys[Resource]["Identifier"]

/** The names of all resources that can have a backend. */
export const resources: ReadonlyArray<Resource> = Struct.keys(serviceKeys)

/** The services in a context. */
export const fromContext = (context: Context.Context<ServiceIdentifiers>): Services => ({
  asyncChat: Context.get(context, AsyncChat),
  chat: Context.get(context, Chat),
  contextualizedEmbeddings: Context.get(context, ContextualizedEmbeddings),
  decisions: Context.get(context, Decisions),
  embeddings: Context.get(context, Embeddings),
  models: Context.get(context, Models),
  responses: Context.get(context, Responses),
  search: Context.get(context, Search)
})

/** A context of the services. */
export const toContext = (services: Services): Context.Context<ServiceIdentifiers> =>
  Context.make(AsyncChat, services.asyncChat).pipe(
    Context.add(Chat, services.chat),
    Context.add(ContextualizedEmbeddings, services.contextualizedEmbeddings),
    Context.add(Decisions, services.decisions),
    Context.add(Embeddings, services.embeddings),
    Context.add(Models, services.models),
    Context.add(Responses, services.responses),
    Context.add(Search, services.search)
  )
