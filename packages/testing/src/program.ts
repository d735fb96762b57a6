// How tests start a program of this repository.
import { join } from "node:path"

const root = join(import.meta.dirname, "../../..")

/**
 * Arguments of Node for a program, by its path in the repository: the bundle that `npm test` made of it, which starts
 * in a third of the time, or else its source.
 */
export const programArguments = (path: string): ReadonlyArray<string> => {
  const bundles = process.env["BUNDLED_PROGRAMS"]
  return bundles === undefined
    ? ["--conditions=@leadline/source", join(root, path)]
    : [join(bundles, path.replace(/\.ts$/, ".js"))]
}

/** The server of `npm start` and its commands. */
export const serverProgram = "apps/rest/src/main.ts"
