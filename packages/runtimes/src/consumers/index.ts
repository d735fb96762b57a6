// The projects of users that a release is tried in.
import { browser } from "./vite.ts"
import { bun } from "./bun.ts"
import { deno } from "./deno.ts"
import { node } from "./node.ts"
import type { Consumer } from "./consumer.ts"
import { server } from "./server.ts"
import { typescriptProjects } from "./typescript.ts"
import { workerd } from "./workerd.ts"

export type { Consumer } from "./consumer.ts"
export { endServices } from "../projects/service.ts"

/** All of them. The short form takes those that say so. */
export const consumers: ReadonlyArray<Consumer> = [
  server,
  node(26, true),
  node(24, false),
  node(22, false),
  ...typescriptProjects,
  deno,
  bun,
  workerd,
  browser
]
