// The projects of users that a release is tried in.
// Source: none; Assumed: ours.
import { browser } from "./browser.ts"
import { bun } from "./bun.ts"
import { deno } from "./deno.ts"
import { node } from "./node.ts"
import type { Consumer } from "./result.ts"
import { server } from "./server.ts"
import { typescript } from "./typescript.ts"
import { typescripts } from "./versions.ts"
import { workerd } from "./workerd.ts"

export type { Check, Consumer, Release, Result } from "./result.ts"
export { endServices } from "./service.ts"

/** All of them. The short form takes those that say so. */
export const consumers: ReadonlyArray<Consumer> = [
  server,
  node(26, true),
  node(24, false),
  node(22, false),
  ...typescripts.map((version) => typescript(version, version === "7.0.2")),
  deno,
  bun,
  workerd,
  browser
]
