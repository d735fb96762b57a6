// Each resource as it is tested: its fake, its conformance cases and its wire cases. One that is missing here does not compile.
import type { Resource, ServiceOf } from "../resources.ts"
import { apiKeys } from "./apiKeys.ts"
import { asyncChat } from "./asyncChat.ts"
import { chat } from "./chat.ts"
import type { Conformance } from "./ConformanceCase.ts"
import { decisions } from "./decisions.ts"
import { contextualizedEmbeddings, embeddings } from "./embeddings.ts"
import { models } from "./models.ts"
import { responses } from "./responses.ts"
import { search } from "./search.ts"
import { skills } from "./skills.ts"

export type { Conformance } from "./ConformanceCase.ts"

/** By resource. */
export const conformance = {
  apiKeys,
  asyncChat,
  chat,
  contextualizedEmbeddings,
  decisions,
  embeddings,
  models,
  responses,
  search,
  skills
} satisfies { readonly [R in Resource]: Conformance<ServiceOf<R>> }

type Fakes = { readonly [R in Resource]: (typeof conformance)[R]["fake"] }

/** The fake of each resource. */
export const fakes = Object.fromEntries(
  Object.entries(conformance).map(([name, { fake }]) => [name, fake])
) as Fakes
