// Skills, their revisions and the requests about them, field by field.
// Source: §2.6, §4.4, §4.5; all beyond these is Assumed: docs.
import * as Schema from "effect/Schema"
import { matching } from "../../schema/checks.ts"
import { open } from "../../schema/open.ts"
import * as pageLimits from "../../schema/limits.ts"
import { entriesOf, page } from "../../schema/Page.ts"
import { idLength } from "./limits.ts"

const pathId = Schema.String.check(
  matching(/^[A-Za-z0-9_-]{1,128}$/, `an id of ${idLength.min} to ${idLength.max} letters, digits, _ and -`)
)

/** An opaque name of a state of a skill, new on every update. */
export const Revision = Schema.String.check(
  Schema.makeFilter((text) => text.length >= idLength.min && text.length <= idLength.max, {
    expected: `a revision of ${idLength.min} to ${idLength.max} characters`
  })
)

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/

const DateTime = Schema.String.check(matching(dateTime, "an RFC 3339 date-time"))

const summary = {
  /** For all requests about the skill. */
  skill_id: Schema.String,
  /** As its SKILL.md says. */
  name: Schema.String,
  /** Changes with every update. Name it in `expected_revision`. */
  revision: Schema.String,
  /** RFC 3339. */
  created_at: DateTime,
  /** RFC 3339. */
  updated_at: DateTime
} as const

/** A skill as lists show it. */
export const SkillSummary = open(summary)

/** {@link SkillSummary}, readonly. */
export interface SkillSummary extends Schema.Schema.Type<typeof SkillSummary> {}

// `description` is Assumed: seen.
/** A skill with its description. */
export const Skill = open({ ...summary, description: Schema.String })

/** {@link Skill}, readonly. */
export interface Skill extends Schema.Schema.Type<typeof Skill> {}

/** A revision as lists show it. */
export const RevisionSummary = open({
  /** Its name, as in `expected_revision`. */
  revision: Schema.String,
  /** As the SKILL.md of this revision says. */
  name: Schema.String,
  /** RFC 3339. */
  created_at: DateTime
})

/** {@link RevisionSummary}, readonly. */
export interface RevisionSummary extends Schema.Schema.Type<typeof RevisionSummary> {}

/** A page of skills, newest first. */
export const SkillsPage = page({ skills: Schema.Array(SkillSummary) })

/** {@link SkillsPage}, readonly. */
export interface SkillsPage extends Schema.Schema.Type<typeof SkillsPage> {}

/** A page of revisions, newest first. */
export const RevisionsPage = page({ revisions: Schema.Array(RevisionSummary) })

/** {@link RevisionsPage}, readonly. */
export interface RevisionsPage extends Schema.Schema.Type<typeof RevisionsPage> {}

// Assumed: ours.
/** Where the zip of a revision is. Both fields; the address needs no key. */
export const Download = open({
  url: Schema.String,
  expires_at: DateTime
})

/** {@link Download}, readonly. */
export interface Download extends Schema.Schema.Type<typeof Download> {}

const paging = {
  /** Entries of one page, 1 to 200. Default 50. */
  limit: Schema.optionalKey(entriesOf(pageLimits.page)),
  /** `next_page_token` of the page before. Default: the first page. */
  page_token: Schema.optionalKey(Schema.String)
}

/** Which page of the skills. */
export const SkillsRequest = Schema.Struct(paging)

/** {@link SkillsRequest}, readonly. */
export interface SkillsRequest extends Schema.Schema.Type<typeof SkillsRequest> {}

/** Which page of the revisions of a skill. */
export const RevisionsRequest = Schema.Struct({
  /** The id of the skill. */
  skill_id: pathId,
  ...paging
})

/** {@link RevisionsRequest}, readonly. */
export interface RevisionsRequest extends Schema.Schema.Type<typeof RevisionsRequest> {}

const file = Schema.Uint8Array.annotate({ expected: "Uint8Array, Blob or stream" })

/** A bundle: a zip with a SKILL.md, which names and describes the skill. */
export const CreateSkillRequest = Schema.Struct({
  /** The zip. */
  file
})

/** {@link CreateSkillRequest}, readonly. */
export interface CreateSkillRequest extends Schema.Schema.Type<typeof CreateSkillRequest> {}

/** A skill, in its active revision unless another is named. */
export const SkillRequest = Schema.Struct({
  /** The id of the skill. */
  skill_id: pathId,
  /** Default: the active one. */
  revision: Schema.optionalKey(Revision)
})

/** {@link SkillRequest}, readonly. */
export interface SkillRequest extends Schema.Schema.Type<typeof SkillRequest> {}

/** A new bundle for a skill whose active revision is the expected one. */
export const UpdateSkillRequest = Schema.Struct({
  /** The id of the skill. */
  skill_id: pathId,
  /** The active one as you know it; another is a ConflictError. */
  expected_revision: Revision,
  /** The zip. */
  file
})

/** {@link UpdateSkillRequest}, readonly. */
export interface UpdateSkillRequest extends Schema.Schema.Type<typeof UpdateSkillRequest> {}

/** A skill to be deleted, if its active revision is the expected one. */
export const DeleteSkillRequest = Schema.Struct({
  /** The id of the skill. */
  skill_id: pathId,
  /** The active one as you know it; another is a ConflictError. */
  expected_revision: Revision
})

/** {@link DeleteSkillRequest}, readonly. */
export interface DeleteSkillRequest extends Schema.Schema.Type<typeof DeleteSkillRequest> {}
