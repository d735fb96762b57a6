// The server as a newcomer starts it: npx in an empty folder, and the request that it prints.
import assert from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { must, run, start } from "../../runningProgram.ts"
import { emptyProject, type Major } from "../projects/project.ts"
import { type Consumer, consumer } from "./consumer.ts"

/** The packages that npx installed, by their paths. */
const installedIn = (cache: string): ReadonlyArray<string> => {
  const [folder = ""] = readdirSync(join(cache, "_npx"))
  const lockfile = readFileSync(join(cache, "_npx", folder, "node_modules/.package-lock.json"), "utf8")
  return Object.keys(JSON.parse(lockfile).packages).map((path) => path.replace("node_modules/", ""))
}

/** A first start on one version of Node. */
export const npx = (major: Major): Consumer =>
  consumer(`npx-${major}`, async (look, release, directory) => {
    const empty = emptyProject(release, directory, major)
    // A cache of its own: of all starts at the same time, one would find the installation of another half done.
    const cache = join(directory, "..", `npx-${major}-cache`)
    const env = { ...empty.env, npm_config_cache: cache, PORT: "0", LEADLINE_LOG_FORMAT: "pretty" }
    const project = { ...empty, env }
    const leadline = ["npx", "--yes", `@leadline/server@${release.version}`]

    const server = start(leadline, project)
    const [, baseUrl = ""] = await server.said(/^Leadline answers on (\S+)$/m)
    const [, curl = "", apiKey = ""] = await server.said(
      /^Try a request:\n\n(.+Authorization: Bearer (\S+)".+)\n\n/ms
    )
    await look("answers the request that it prints, with the key that it made", async () => {
      const { stdout } = await must(["sh", "-c", `${curl} --silent --show-error`], project)
      const { answers } = JSON.parse(stdout)
      assert.equal(answers.team.choice, "billing", stdout)
      return stdout
    })
    const chat = async (body: object) => {
      const response = await fetch(`${baseUrl}/v1/sonar`, {
        method: "POST",
        headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
        body: JSON.stringify({ model: "sonar", ...body })
      })
      const text = await response.text()
      assert.equal(response.status, 200, text)
      return text
    }
    await look("answers a chat from the documentation in the package", async () => {
      const text = await chat({ messages: [{ role: "user", content: "How long is the grace period?" }] })
      assert.match(text, /25 s/)
      assert.match(text, /docs\/operations\.md/)
      return text
    })
    await look("works on a schema with a pattern, which needs the module of its threads", async () => {
      const code = { type: "string", pattern: "^[A-Z]{2}-[0-9]{4}$" }
      const schema = { type: "object", properties: { code }, required: ["code"] }
      const text = await chat({
        disable_search: true,
        messages: [{ role: "user", content: "The code is AB-1234." }],
        response_format: { type: "json_schema", json_schema: { schema } }
      })
      assert.match(text, /AB-1234/)
      return text
    })
    server.kill()
    await look("has its commands and its version", async () => {
      const { stdout } = await must([...leadline, "--help"], project)
      for (const word of ["serve", "keys", "backup", "index"])
        assert.match(stdout, new RegExp(`\\b${word}\\b`))
      const version = await must([...leadline, "--version"], project)
      assert.equal(version.stdout.trim(), release.version)
      return version.stdout
    })
    await look("installs no client of Redis, and names it where one is configured", async () => {
      const names = installedIn(cache)
      assert.deepEqual(
        names.filter((name) => name.includes("redis")),
        []
      )
      const { code, stderr } = await run(leadline, {
        ...project,
        env: { ...env, LEADLINE_REDIS_URL: "redis://127.0.0.1:1" }
      })
      assert.equal(code, 1, stderr)
      assert.match(stderr, /LEADLINE_REDIS_URL needs the package @redis\/client/)
      return `${names.length} packages`
    })
    return project
  })
