// Registry: the operations that require a key: what the rights of a key can name.
// Source: §4, §5; rights are Assumed: ours.
import { reviews } from "./resources/decisions/reviews/resource.ts"
import { operationsOf as all, resources } from "./resources.ts"

/** Every operation that requires a key, as `resource.operation`. */
export const operations: ReadonlyArray<string> = /* @__PURE__ */ (() =>
  [...Object.values(resources), reviews].flatMap((resource) =>
    resource.access === "key" ? all(resource).map(({ id }) => id) : []
  ))()

/** The operation that makes keys. It is a right of its own: no name of a resource includes it. */
export const makingKeys = "apiKeys.generate"

const resourceOf = (operation: string): string => operation.slice(0, operation.indexOf("."))

/** What rights can name: operations, and resources for all their operations. */
export const rightNames: ReadonlySet<string> = /* @__PURE__ */ (() =>
  new Set(operations.filter((name) => name !== makingKeys).flatMap((name) => [resourceOf(name), name])))()

/** The operations that rights allow. Unknown names allow nothing. `names` undefined: all resources but reviews. */
export const operationsOf = (
  names: ReadonlyArray<string> | undefined,
  mayMakeKeys: boolean
): ReadonlySet<string> =>
  new Set(
    operations.filter((operation) =>
      operation === makingKeys
        ? mayMakeKeys
        : names === undefined
          ? resourceOf(operation) !== reviews.name
          : names.includes(operation) || names.includes(resourceOf(operation))
    )
  )
