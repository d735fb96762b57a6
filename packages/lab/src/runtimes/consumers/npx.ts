// The server as a newcomer starts it: npx in an empty folder, and the request that it prints.
import assert from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { must, run, start } from "../../runningProgram.ts"
import { emptyProject, type Project, type Release } from "../projects/project.ts"
import { chatAt, checkPattern } from "../projects/service.ts"
import type { NodeVersion } from "../projects/versions.ts"

/** The packages that npx installed, by their paths. */
const installedIn = (cache: string): ReadonlyArray<string> => {
  const [folder = ""] = readdirSync(join(cache, "_npx"))
  const lockfile = readFileSync(join(cache, "_npx", folder, "node_modules/.package-lock.json"), "utf8")
  return Object.keys(JSON.parse(lockfile).packages)
}

/** A first start on one version of Node. */
export const npx =
  (version: NodeVersion) =>
  async (release: Release, directory: string): Promise<Project> => {
    const empty = emptyProject(release, directory, version)
    // A cache of its own: of all starts at the same time, one would find the installation of another half done.
    const cache = join(directory, "..", `npx-${version}-cache`)
    const env = { ...empty.env, npm_config_cache: cache, PORT: "0", LEADLINE_LOG_FORMAT: "pretty" }
    const project = { ...empty, env }
    const leadline = ["npx", "--yes", `@leadline/server@${release.version}`]

    const server = start(leadline, project)
    const [, baseUrl = ""] = await server.said(/^Leadline answers on (\S+)$/m)
    const [, curl = "", apiKey = ""] = await server.said(
      /^Try a request:\n\n(.+Authorization: Bearer (\S+)".+)\n\n/ms
    )
    const tried = await must(["sh", "-c", `${curl} --silent --show-error`], project)
    assert.equal(JSON.parse(tried.stdout).answers.team.choice, "billing", tried.stdout)
    // From the documentation in the package.
    const question = { role: "user", content: "How long is the grace period?" }
    assert.match(await chatAt({ apiKey, baseUrl }, { messages: [question] }), /25 s[^]*docs\/operations\.md/)
    await checkPattern({ apiKey, baseUrl })
    server.kill()

    const help = await must([...leadline, "--help"], project)
    for (const word of ["serve", "keys", "backup", "index"])
      assert.match(help.stdout, new RegExp(`\\b${word}\\b`))
    assert.equal((await must([...leadline, "--version"], project)).stdout.trim(), release.version)
    // A client of Redis is not installed, and named where a Redis is configured.
    assert.ok(!installedIn(cache).some((path) => path.includes("redis")))
    const withRedis = { ...project, env: { ...env, LEADLINE_REDIS_URL: "redis://127.0.0.1:1" } }
    const { code, stderr } = await run(leadline, withRedis)
    assert.equal(code, 1, stderr)
    assert.match(stderr, /LEADLINE_REDIS_URL needs the package @redis\/client/)
    return project
  }
