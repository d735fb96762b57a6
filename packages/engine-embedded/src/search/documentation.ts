// Which files of a project are its documentation.

const written = /^(?:README\.md|docs\/(?!api\/).+|(?:packages|apps)\/[^/]+\/README\.md)$/

/**
 * The pages of a project that are written for readers, by their path within it: its README, those of its packages and
 * apps, and the folder `docs` without its generated lists (`docs/api`). For `include` of `IndexOptions`.
 */
export const isDocumentation = (path: string): boolean => written.test(path)
