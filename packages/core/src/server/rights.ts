// The operations that require a key: what the rights of a key can name.
// Source: §4, §5; rights are Assumed: ours.

/** Every operation that requires a key, as `resource.operation`. */
export const operations = [
  "apiKeys.generate",
  "apiKeys.revoke",
  "asyncChat.create",
  "asyncChat.get",
  "asyncChat.list",
  "chat.create",
  "contextualizedEmbeddings.create",
  "decisions.create",
  "embeddings.create",
  "responses.create",
  "search.create",
  "skills.create",
  "skills.delete",
  "skills.download",
  "skills.get",
  "skills.list",
  "skills.listRevisions",
  "skills.update"
] as const

/** The operation that makes keys. It is a right of its own: no name of a resource includes it. */
export const makingKeys = "apiKeys.generate"

const resourceOf = (operation: string): string => operation.slice(0, operation.indexOf("."))

/** What rights can name: operations, and resources for all their operations. */
export const rightNames: ReadonlySet<string> = /* @__PURE__ */ (() =>
  new Set(operations.filter((name) => name !== makingKeys).flatMap((name) => [resourceOf(name), name])))()

/** The operations that rights allow. Unknown names allow nothing. `names` undefined: all resources. */
export const operationsOf = (
  names: ReadonlyArray<string> | undefined,
  mayMakeKeys: boolean
): ReadonlySet<string> =>
  new Set(
    operations.filter((operation) =>
      operation === makingKeys
        ? mayMakeKeys
        : names === undefined || names.includes(operation) || names.includes(resourceOf(operation))
    )
  )
