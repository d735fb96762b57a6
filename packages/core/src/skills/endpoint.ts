// The skills room as HTTP endpoints.
// Source: §4.4, §4.5; all beyond these two is Assumed: docs.
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import { FilePayload } from "../http/FileGuard.ts"
import { guardedFiles } from "../http/guarded.ts"
import { PageQuery } from "../shared/Page.ts"
import { errors } from "./errors.ts"
import * as operation from "./operation.ts"
import { Download, Revision, RevisionsPage, Skill, SkillsPage } from "./schema.ts"

const params = { skill_id: Schema.String }
const chosen = { revision: Schema.optionalKey(Revision) }
const expected = { expected_revision: Revision }

const list = HttpApiEndpoint.get("list", operation.list.path, {
  query: PageQuery,
  success: SkillsPage,
  error: errors
})

const listRevisions = HttpApiEndpoint.get("listRevisions", operation.listRevisions.path, {
  params,
  query: PageQuery,
  success: RevisionsPage,
  error: errors
})

const create = HttpApiEndpoint.post("create", operation.create.path, {
  payload: FilePayload,
  success: Skill.pipe(HttpApiSchema.status(201)),
  error: errors
})

const get = HttpApiEndpoint.get("get", operation.get.path, {
  params,
  query: chosen,
  success: Skill,
  error: errors
})

const update = HttpApiEndpoint.put("update", operation.update.path, {
  params,
  query: expected,
  payload: FilePayload,
  success: Skill,
  error: errors
})

const remove = HttpApiEndpoint.delete("delete", operation.delete.path, {
  params,
  query: expected,
  success: HttpApiSchema.NoContent,
  error: errors
})

const download = HttpApiEndpoint.get("download", operation.download.path, {
  params,
  query: chosen,
  success: Download,
  error: errors
})

/** All paths under `/v1/skills`. */
export class SkillsApi extends HttpApi.make("leadline").add(
  HttpApiGroup.make("skills")
    .add(list, listRevisions, create, get, update, remove, download)
    .pipe(guardedFiles)
) {}
