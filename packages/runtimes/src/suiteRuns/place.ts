// Where a run takes place, and how its programs come there.
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { rolldown } from "rolldown"
import type { Fixture } from "../fixture/server.ts"
import type { Told } from "./programs.ts"

/** Where one run takes place. */
export interface Place {
  readonly fixture: Fixture
  /** A project that has the packed packages installed, with the suite beside them. */
  readonly project: string
  readonly told: Told
  readonly name: string
}

/** Longer than a whole run takes on a slow machine. */
export const patience = 240_000

/** A file of the packages of this workspace. */
export const bin = (name: string) => join(import.meta.dirname, "../../node_modules", name)

/** One module with all that a program imports. */
export const bundle = async (place: Place, name: string, text: string) => {
  const input = join(place.project, `${name}.ts`)
  // Both are plain JavaScript but for the suite they import.
  writeFileSync(input, text)
  const build = await rolldown({ input, cwd: place.project, platform: "neutral", logLevel: "silent" })
  const { output } = await build.generate({ format: "esm", codeSplitting: false })
  await build.close()
  return output[0].code
}
