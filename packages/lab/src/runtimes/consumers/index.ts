// All consumers.
import { chromium } from "./chromium.ts"
import { bun, deno, node } from "./commandLine.ts"
import { npx } from "./npx.ts"
import { packages } from "./packages.ts"
import type { Consumer } from "./consumer.ts"
import { server } from "./server.ts"
import { typescriptProjects } from "./typescript.ts"
import { workerd } from "./workerd.ts"

export type { Consumer } from "./consumer.ts"

/** Users of a release, but the one whose releases follow. */
export const consumers: ReadonlyArray<Consumer> = [
  packages,
  server,
  npx(26),
  npx(24),
  npx("22.19"),
  node(26),
  node(24),
  node(22),
  ...typescriptProjects,
  deno,
  bun,
  workerd,
  chromium
]
