// Distinguishes the documentation of a project from its other files.

const written = /^(?:README\.md|docs\/.+|(?:packages|apps)\/[^/]+\/README\.md)$/

/** Generated lists, decision records and the tools of the project itself, which users do not look for. */
const forContributors = /^(?:docs\/(?:decisions\/|(?:assumptions|sizes)\.md$)|packages\/lab\/)/

/**
 * Is a file of a project documentation that a reader wants? Takes its path within the project. True for the README files
 * of the project, its packages (without `packages/lab`) and apps, and for `docs` without `docs/decisions`,
 * `docs/assumptions.md` and `docs/sizes.md`. For `include` of `IndexOptions`.
 */
export const isDocumentation = (path: string): boolean => written.test(path) && !forContributors.test(path)
