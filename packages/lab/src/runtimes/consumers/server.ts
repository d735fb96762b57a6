// A server built from the published packages, called with plain fetch. What it answers and refuses, all programs of users show.
import assert from "node:assert/strict"
import { type Consumer, consumer } from "./consumer.ts"
import { serve, sharedService } from "../projects/service.ts"
import { checkNpmTree } from "../projects/tree.ts"

/** A user's server: the shared one's project, and another server that is started and stopped. */
export const server: Consumer = consumer("server", async (look, release, directory) => {
  const { project } = await sharedService(release, directory)
  await checkNpmTree(look, release, project)
  const { apiKey, baseUrl, end } = await serve(project)
  await look("is ready, and serves its OpenAPI document", async () => {
    for (const path of ["/-/ready", "/openapi.json", "/v1/models"]) {
      const { status } = await fetch(baseUrl + path)
      assert.equal(status, 200, path)
    }
    return ""
  })
  await look("works on a schema with a pattern, which needs the module of its threads", async () => {
    const code = { type: "string", pattern: "^[A-Z]{2}-[0-9]{4}$" }
    const schema = { type: "object", properties: { code }, required: ["code"] }
    const answer = await fetch(`${baseUrl}/v1/sonar`, {
      method: "POST",
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      body: JSON.stringify({
        model: "sonar",
        disable_search: true,
        messages: [{ role: "user", content: "The code is AB-1234." }],
        response_format: { type: "json_schema", json_schema: { schema } }
      })
    })
    const body = await answer.text()
    assert.equal(answer.status, 200, body)
    assert.match(body, /AB-1234/)
    return ""
  })
  await look("stops on SIGTERM without errors", async () => {
    const { code, stderr } = await end()
    assert.ok(code !== undefined, "a signal ended it")
    assert.doesNotMatch(stderr, /error/i)
    return `exit code ${code}`
  })
  return project
})
