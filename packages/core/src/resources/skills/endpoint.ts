// The skills resource as HTTP endpoints.
// Source: §4.4, §4.5; all beyond these two is Assumed: docs.
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { FilePayload } from "../../contract/filePayload.ts"
import { fileGroup } from "../../contract/endpointPolicies.ts"
import { PageQuery } from "../../schema/pageQuery.ts"
import { withDescriptions } from "../../schema/descriptions.ts"
import { errors } from "./errors.ts"
import * as operation from "./operation.ts"
import { Download, Revision, RevisionsPage, Skill, SkillsPage } from "./schema.ts"
import * as words from "./descriptions.ts"

const params = { skill_id: Schema.String }
const chosen = { revision: Schema.optionalKey(Revision) }
const expected = { expected_revision: Revision }

const skill = withDescriptions(Skill, words.all)

const list = HttpApiEndpoint.get("list", operation.list.path, {
  query: PageQuery,
  success: withDescriptions(SkillsPage, words.all),
  error: errors
}).annotateMerge(
  OpenApi.annotations({
    summary: "Lists the skills of the project",
    description: "Newest first, in pages: `next_page_token` of one page is the `page_token` of the next."
  })
)

const listRevisions = HttpApiEndpoint.get("listRevisions", operation.listRevisions.path, {
  params,
  query: PageQuery,
  success: RevisionsPage,
  error: errors
}).annotateMerge(
  OpenApi.annotations({
    summary: "Lists the revisions of a skill",
    description: "Newest first, in pages."
  })
)

const create = HttpApiEndpoint.post("create", operation.create.path, {
  payload: FilePayload,
  success: skill.pipe(HttpApiSchema.status(201)),
  error: errors
}).annotateMerge(
  OpenApi.annotations({
    summary: "Creates a skill",
    description: "Takes a zip archive as the one file of a multipart form."
  })
)

const get = HttpApiEndpoint.get("get", operation.get.path, {
  params,
  query: chosen,
  success: skill,
  error: errors
}).annotateMerge(
  OpenApi.annotations({
    summary: "Gets a skill",
    description: "The current revision unless `revision` names another."
  })
)

const update = HttpApiEndpoint.put("update", operation.update.path, {
  params,
  query: expected,
  payload: FilePayload,
  success: skill,
  error: errors
}).annotateMerge(
  OpenApi.annotations({
    summary: "Writes a new revision of a skill",
    description:
      "Takes a zip archive as the one file of a multipart form. A stale `expected_revision` is 409."
  })
)

const remove = HttpApiEndpoint.delete("delete", operation.delete.path, {
  params,
  query: expected,
  success: HttpApiSchema.NoContent,
  error: errors
}).annotateMerge(
  OpenApi.annotations({
    summary: "Deletes a skill",
    description: "With all its revisions. A stale `expected_revision` is 409."
  })
)

const download = HttpApiEndpoint.get("download", operation.download.path, {
  params,
  query: chosen,
  success: withDescriptions(Download, words.all),
  error: errors
}).annotateMerge(
  OpenApi.annotations({
    summary: "Gives a download URL for a skill",
    description: "The address is signed and works for a short time."
  })
)

/** All paths under `/v1/skills`. */
export class SkillsApi extends HttpApi.make("leadline").add(
  HttpApiGroup.make("skills")
    .annotate(OpenApi.Description, "Skills of the project and their revisions.")
    .add(list, listRevisions, create, get, update, remove, download)
    .pipe(fileGroup({ by: "store" }))
) {}
