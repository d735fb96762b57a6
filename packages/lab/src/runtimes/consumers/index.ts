// All consumers: users of a release, but the one whose releases follow.
import type { Project, Release } from "../projects/project.ts"
import { typescripts } from "../projects/versions.ts"
import { chromium, workerd } from "./bundled.ts"
import { bun, deno, node } from "./commandLine.ts"
import { npx } from "./npx.ts"
import { packages } from "./packages.ts"
import { typescript } from "./typescript.ts"

/** Makes a user's project in a directory, which may be missing, and uses it. Rejects when it does not work. */
export type Consumer = (release: Release, directory: string) => Promise<Project>

/** By name. */
export const consumers: { readonly [name: string]: Consumer } = {
  packages,
  "npx-26": npx("26"),
  "npx-24": npx("24"),
  "npx-22.19": npx("22.19"),
  "node-26": node("26"),
  "node-24": node("24"),
  "node-22": node("22"),
  ...Object.fromEntries(
    Object.entries(typescripts).map(([line, version]) => [`typescript-${line}`, typescript(version)])
  ),
  deno,
  bun,
  workerd,
  chromium
}
