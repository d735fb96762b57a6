// How tests start a program of this repository.
import { join } from "node:path"

/** The folder of the workspace. */
export const root = join(import.meta.dirname, "../../..")

/**
 * Arguments of Node for a program, by its path in the repository: the bundle that `npm test` made of it, which starts
 * in a third of the time, or else its source. `checkout` is one of the repository, default this one.
 */
export const programArguments = (path: string, checkout = root): ReadonlyArray<string> => {
  const bundles = checkout === root ? process.env["BUNDLED_PROGRAMS"] : undefined
  return bundles === undefined
    ? ["--conditions=@leadline/source", join(checkout, path)]
    : [join(bundles, path.replace(/\.ts$/, ".js"))]
}

/** The server of `npm start` and its commands. */
export const serverProgram = "apps/rest/src/main.ts"
