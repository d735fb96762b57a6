// What was published, and how facts about it are looked at.

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

/** Looks at one fact: the detail is what the look returns, or why it rejects. Gives whether it holds. */
export type Look = (name: string, look: () => Promise<string> | string) => Promise<boolean>
