// A consumer: a user's project that is made, used and checked.
import { reasonOf } from "../../runningProgram.ts"
import type { Project } from "../projects/project.ts"
import type { Check, Look, Release } from "../projects/release.ts"

/** The result of a consumer. */
export interface Result {
  readonly checks: ReadonlyArray<Check>
  /** The user's project. Undefined when it could not be made. */
  readonly project: Project | undefined
}

/** A user's project. */
export interface Consumer {
  readonly name: string
  /** Makes the project in a directory, which may be missing, and uses it. Never rejects. */
  readonly run: (release: Release, directory: string) => Promise<Result>
}

/** A consumer from the steps it takes. A step that rejects fails the consumer. */
export const consumer = (
  name: string,
  steps: (look: Look, release: Release, directory: string) => Promise<Project>
): Consumer => ({
  name,
  run: async (release, directory) => {
    const checks: Array<Check> = []
    const look: Look = async (what, see) => {
      try {
        checks.push({ name: what, ok: true, detail: await see() })
        return true
      } catch (error) {
        checks.push({ name: what, ok: false, detail: reasonOf(error) })
        return false
      }
    }
    let project: Project | undefined
    try {
      project = await steps(look, release, directory)
    } catch (error) {
      checks.push({ name: "all steps are taken", ok: false, detail: reasonOf(error) })
    }
    return { checks, project }
  }
})
