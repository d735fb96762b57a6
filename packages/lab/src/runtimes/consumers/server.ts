// A server built from the published packages, called with plain fetch. What it answers and refuses, all programs of users show.
import assert from "node:assert/strict"
import type { Project, Release } from "../projects/project.ts"
import { checkPattern, serve, sharedService } from "../projects/service.ts"

/** A user's server: the shared one's project, and another server that is started and stopped. */
export const server = async (release: Release, directory: string): Promise<Project> => {
  const { project } = await sharedService(release, directory)
  const service = await serve(project, "another")
  for (const path of ["/-/ready", "/openapi.json", "/v1/models"])
    assert.equal((await fetch(service.baseUrl + path)).status, 200, path)
  await checkPattern(service)
  const { code, stderr } = await service.end()
  assert.ok(code !== undefined, "a signal ended it")
  assert.doesNotMatch(stderr, /error/i)
  return project
}
