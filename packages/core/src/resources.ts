// Registry: the resources of the contract, under the names that clients have for them.
// Source: §4.
import type { Operation } from "./contract/resource.ts"
import { apiKeys } from "./resources/api-keys/resource.ts"
import { asyncChat } from "./resources/chat/async/resource.ts"
import { chat } from "./resources/chat/resource.ts"
import { decisions } from "./resources/decisions/resource.ts"
import { contextualizedEmbeddings } from "./resources/embeddings/contextualized/resource.ts"
import { embeddings } from "./resources/embeddings/resource.ts"
import { models } from "./resources/models/resource.ts"
import { responses } from "./resources/responses/resource.ts"
import { search } from "./resources/search/resource.ts"
import { skills } from "./resources/skills/resource.ts"

export type { Operation, Resource } from "./contract/resource.ts"
export { type CallsOn, serviceOver } from "./contract/serviceOver.ts"

/** Every resource. */
export const resources = {
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
}

/** All resources by name. */
export type Resources = typeof resources

/** The name of a resource. */
export type ResourceName = keyof Resources

/** The operations of a resource. */
export const operationsOf = ({
  operations
}: {
  readonly operations: { readonly [method: string]: Operation }
}): ReadonlyArray<Operation> => Object.values(operations)

/** Every operation. */
export const operations: ReadonlyArray<Operation> = /* @__PURE__ */ (() =>
  Object.values(resources).flatMap(operationsOf))()
