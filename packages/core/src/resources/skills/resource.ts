// Skills as a resource of the contract.
// Source: §4.4, §4.5; all beyond these two is Assumed: docs.
import { resource } from "../../contract/resource.ts"
import * as schema from "./schema.ts"
import { fromCalls, make, Skills, walks } from "./service.ts"

const all = "/v1/skills"
const one = "/v1/skills/:skill_id"

/** Bundles with instructions for an agent, and their revisions. */
export const skills = resource({
  name: "skills",
  service: Skills,
  make,
  walks,
  fromCalls,
  access: "key",
  work: { by: "store" },
  operations: {
    list: {
      method: "GET",
      path: all,
      retry: "safe",
      request: schema.SkillsRequest,
      response: schema.SkillsPage
    },
    listRevisions: {
      method: "GET",
      path: `${one}/revisions`,
      retry: "safe",
      request: schema.RevisionsRequest,
      response: schema.RevisionsPage
    },
    create: {
      method: "POST",
      path: all,
      retry: "never",
      request: schema.CreateSkillRequest,
      body: "file",
      response: schema.Skill,
      status: 201
    },
    get: {
      method: "GET",
      path: one,
      retry: "safe",
      request: schema.SkillRequest,
      response: schema.Skill
    },
    update: {
      method: "PUT",
      path: one,
      retry: "never",
      request: schema.UpdateSkillRequest,
      body: "file",
      response: schema.Skill
    },
    delete: {
      method: "DELETE",
      path: one,
      retry: "never",
      request: schema.DeleteSkillRequest
    },
    download: {
      method: "GET",
      path: `${one}/download`,
      retry: "safe",
      request: schema.SkillRequest,
      response: schema.Download
    }
  }
})
