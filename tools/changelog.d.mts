// Types of changelog.mjs, for its tests.

/** A changeset that waits: the kind of change for each package, and its text. */
export interface Pending {
  readonly packages: ReadonlyMap<string, string>
  readonly summary: string
}

export declare const pendingChangesets: (folder: string) => ReadonlyArray<Pending>

export declare const changelogOf: (name: string, released: string, pending: ReadonlyArray<Pending>) => string
