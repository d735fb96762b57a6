// What a consumer is, what it is given and what it found.

/** What was published, and where. */
export interface Release {
  /** Base URL of a registry on this machine that has our packages and passes others through. */
  readonly registry: string
  readonly version: string
  /** Names of all our packages. */
  readonly packages: ReadonlyArray<string>
}

/** One fact that was looked at. */
export interface Check {
  readonly name: string
  readonly ok: boolean
  /** What was seen, or the last lines of the tool that failed. */
  readonly detail: string
}

/** What a consumer found. */
export interface Result {
  readonly consumer: string
  readonly checks: ReadonlyArray<Check>
  readonly millis: number
}

/** A user's project. */
export interface Consumer {
  readonly name: string
  /** Belongs to the short form too. */
  readonly isShort: boolean
  /** Builds the project in a directory, which may be missing, and uses it. Never rejects. */
  readonly run: (release: Release, directory: string) => Promise<Result>
}

/** Looks at one fact: the detail is what the look returns, or why it rejects. Gives whether it holds. */
export type Look = (name: string, look: () => Promise<string> | string) => Promise<boolean>

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** A consumer from the steps it takes. A step that rejects fails the consumer. */
export const consumer = (
  name: string,
  isShort: boolean,
  steps: (look: Look, release: Release, directory: string) => Promise<void>
): Consumer => ({
  name,
  isShort,
  run: async (release, directory) => {
    const began = performance.now()
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
    try {
      await steps(look, release, directory)
    } catch (error) {
      checks.push({ name: "all steps are taken", ok: false, detail: reasonOf(error) })
    }
    return { consumer: name, checks, millis: performance.now() - began }
  }
})
