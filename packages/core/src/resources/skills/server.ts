// Skills as they are served, and as OpenAPI describes them.
// Source: §4.4, §4.5; all beyond these two is Assumed: docs.
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { PageQuery } from "../../schema/pageQuery.ts"
import { serve } from "../../server/serve.ts"
import * as words from "./descriptions.ts"
import { errors } from "./errors.ts"
import { skills } from "./resource.ts"
import { Revision } from "./schema.ts"
import { Skills } from "./service.ts"

const chosen = { revision: Schema.optionalKey(Revision) }
const expected = { expected_revision: Revision }

const time = "2026-01-02T03:04:05Z"
const skill = {
  skill_id: "skill_5f0b8f5e",
  name: "tide-tables",
  description: "Reads tide tables.",
  revision: "1",
  created_at: time,
  updated_at: time
}

/** All paths under `/v1/skills`. */
export const served = serve(
  skills,
  {
    description: "Skills of the project and their revisions.",
    descriptions: words.all,
    errors,
    operations: {
      list: {
        summary: "Lists the skills of the project",
        description: "Newest first, in pages: `next_page_token` of one page is the `page_token` of the next.",
        query: PageQuery,
        example: { response: { skills: [skill] } }
      },
      listRevisions: {
        summary: "Lists the revisions of a skill",
        description: "Newest first, in pages.",
        query: PageQuery,
        example: { response: { revisions: [{ revision: "1", name: skill.name, created_at: time }] } }
      },
      create: {
        summary: "Creates a skill",
        description: "Takes a zip archive as the one file of a multipart form.",
        example: { response: skill }
      },
      get: {
        summary: "Gets a skill",
        description: "The current revision unless `revision` names another.",
        query: chosen,
        example: { response: skill }
      },
      update: {
        summary: "Writes a new revision of a skill",
        description:
          "Takes a zip archive as the one file of a multipart form. A stale `expected_revision` is 409.",
        query: expected,
        example: { response: { ...skill, revision: "2" } }
      },
      delete: {
        summary: "Deletes a skill",
        description: "With all its revisions. A stale `expected_revision` is 409.",
        query: expected
      },
      download: {
        summary: "Gives a download URL for a skill",
        description: "The address is signed and works for a short time.",
        query: chosen,
        example: {
          response: { url: "https://api.example/skills/tide-tables.zip", expires_at: time }
        }
      }
    }
  },
  Effect.map(Skills, (service) => ({
    download: ({ context, request }) =>
      Effect.map(service.download(request), (found) => ({ ...found, url: context.absoluteUrl(found.url) }))
  }))
)
