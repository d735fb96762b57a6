// Tells the documentation of a project from its other files.

const written = /^(?:README\.md|docs\/(?!api\/).+|(?:packages|apps)\/[^/]+\/README\.md)$/

/**
 * Is a file of a project documentation? Takes its path within the project. True for the README files of the project, its
 * packages and apps, and for `docs` without the generated `docs/api`. For `include` of `IndexOptions`.
 */
export const isDocumentation = (path: string): boolean => written.test(path)
