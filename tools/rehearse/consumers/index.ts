// The projects of users that a release is tried in.
// Source: none; Assumed: ours.
import { nodeModules, nodeRequire } from "./node.ts"
import type { Consumer } from "./result.ts"

export type { Check, Consumer, Release, Result } from "./result.ts"
export { endServices } from "./service.ts"

/** All of them. The short form takes those that say so. */
export const consumers: ReadonlyArray<Consumer> = [
  nodeModules(26, true),
  nodeModules(24, false),
  nodeModules(22, false),
  nodeRequire(26, false),
  nodeRequire(22, false)
]
