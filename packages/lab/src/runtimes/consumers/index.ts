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

/** All consumers. Those with `isShort` belong to the short form. */
export const consumers: ReadonlyArray<Consumer> = [
  packages,
  server,
  npx(26, true),
  npx(24, false),
  npx("22.19", false),
  node(26, true),
  node(24, false),
  node(22, false),
  ...typescriptProjects,
  deno,
  bun,
  workerd,
  chromium
]
