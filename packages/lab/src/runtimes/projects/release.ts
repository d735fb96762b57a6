// A release, and checks of facts about it.

/** What was published, and where. */
export interface Release {
  /** Base URL of a registry on this machine that has our packages and proxies all others. */
  readonly registry: string
  readonly version: string
  /** Names of all our packages. */
  readonly packages: ReadonlyArray<string>
}

/** The result of a check. */
export interface Check {
  readonly name: string
  readonly ok: boolean
  /** What was found, or the last lines of the tool that failed. */
  readonly detail: string
}

/** Checks one fact: its detail is what `look` returns, or why it rejects. Resolves to whether it holds. */
export type Look = (name: string, look: () => Promise<string> | string) => Promise<boolean>
