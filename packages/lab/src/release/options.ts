// The options of the rehearsal's command line.
import { parseArgs } from "node:util"

/** What to rehearse. */
export interface Options {
  readonly isShort: boolean
  /** The short form with one release, and the suite on the pinned Node alone. */
  readonly isBrief: boolean
  /** One release only, to try its users. */
  readonly isOnce: boolean
  readonly keeps: boolean
  /** Names of users: empty for all. */
  readonly only: ReadonlyArray<string>
}

const usage = (
  names: ReadonlyArray<string>
) => `Rehearses releases: nothing leaves this machine, and the project does not change.

A copy of the project is released to a registry on this machine: first what waits in .changeset, then a changeset of
each kind, on one package each. After each release the registry is asked whether all packages moved together. Then
projects of users install what was published, and use it on every runtime.

npm run lab -- release                  all of it, which takes some minutes
npm run lab -- release --brief       one release, and its users on the pinned Node
npm run lab -- release --short       a release of each kind, and the suite on more runtimes
npm run lab -- release --once        one release only, then its users; npm run lab -- runtimes does the same
npm run lab -- release --keep        leaves the copy, the registry's files and the projects in place, and says where
npm run lab -- release NAME ...      only these users

Packages that are not ours come from the registry that npm is configured with.
Users: ${names.join(", ")}`

/** The options, or undefined when the usage was printed: then the exit code is set too. */
export const readOptions = (names: ReadonlyArray<string>): Options | undefined => {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: {
        help: { type: "boolean", short: "h" },
        short: { type: "boolean", default: false },
        brief: { type: "boolean", default: false },
        once: { type: "boolean", default: false },
        keep: { type: "boolean", default: false }
      }
    })
    const unknown = positionals.filter((name) => !names.includes(name))
    if (unknown.length > 0) throw new Error(`${unknown.join(", ")}: no such user`)
    const { brief, help, keep, once, short } = values
    if (help !== true)
      return {
        isShort: short || brief,
        isBrief: brief,
        isOnce: once || brief,
        keeps: keep,
        only: positionals
      }
    console.log(usage(names))
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage(names)}`)
    process.exitCode = 2
  }
  return undefined
}
