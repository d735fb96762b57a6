// Starts one PostgreSQL for all test files of a project, which read its URL with `inject("postgres")`.
import type { TestProject } from "vitest/node"
import { startPostgres } from "./server.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** The URL of a PostgreSQL. Undefined in projects without one. */
    postgres: string | undefined
  }
}

export default async (project: TestProject) => {
  const { stop, url } = await startPostgres()
  project.provide("postgres", url)
  return stop
}
