// The services of the resources that can have a backend.
import type { AsyncChat } from "@leadline/core/async-chat"
import type { Chat } from "@leadline/core/chat"
import type { ContextualizedEmbeddings } from "@leadline/core/contextualized-embeddings"
import type { Decisions } from "@leadline/core/decisions"
import type { Embeddings } from "@leadline/core/embeddings"
import type { Models } from "@leadline/core/models"
import type { Responses } from "@leadline/core/responses"
import type { Search } from "@leadline/core/search"

/** The services of all resources that can have a backend. */
export interface Services {
  readonly asyncChat: AsyncChat["Service"]
  readonly chat: Chat["Service"]
  readonly contextualizedEmbeddings: ContextualizedEmbeddings["Service"]
  readonly decisions: Decisions["Service"]
  readonly embeddings: Embeddings["Service"]
  readonly models: Models["Service"]
  readonly responses: Responses["Service"]
  readonly search: Search["Service"]
}

/** A resource that can have a backend. */
export type Resource = keyof Services
