// The skills service: eight methods and two walks over all pages, held to the contract at both ends.
// Source: §2.6, §4.4, §4.5; all beyond these is Assumed: docs.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as ApiError from "../../errors/ApiError.ts"
import { answering, asking } from "../../service/validate.ts"
import type { Call, Each, EffectFace, Face } from "../../service/methodTypes.ts"
import { everyItem } from "../../service/paginate.ts"
import * as limits from "../../schema/limits.ts"
import * as schema from "./schema.ts"

/**
 * The methods of skills: Effects under {@link EffectFace}, promises under {@link PromiseFace}.
 * Each fails with an `ApiError`.
 */
export interface SkillsMethods<F extends Face> {
  /** One page of the skills, newest first. An update does not move a skill. */
  readonly list: (
    request?: schema.SkillsRequest,
    ...rest: F["rest"]
  ) => Call<F, schema.SkillsPage, ApiError.ApiError>
  /** Every skill from the given page on, newest first; `limit` is the size of a page. */
  readonly listAll: (
    request?: schema.SkillsRequest,
    ...rest: F["rest"]
  ) => Each<F, schema.SkillSummary, ApiError.ApiError>
  /** One page of the revisions of a skill, newest first. */
  readonly listRevisions: (
    request: schema.RevisionsRequest,
    ...rest: F["rest"]
  ) => Call<F, schema.RevisionsPage, ApiError.ApiError>
  /** Every revision of a skill from the given page on, newest first; `limit` is the size of a page. */
  readonly listAllRevisions: (
    request: schema.RevisionsRequest,
    ...rest: F["rest"]
  ) => Each<F, schema.RevisionSummary, ApiError.ApiError>
  /** Makes a skill of a bundle. ConflictError: the group is full, delete some. Never tried twice. */
  readonly create: (
    request: schema.CreateSkillRequest,
    ...rest: F["rest"]
  ) => Call<F, schema.Skill, ApiError.ApiError>
  /** A skill in its active revision, or in the one named. */
  readonly get: (request: schema.SkillRequest, ...rest: F["rest"]) => Call<F, schema.Skill, ApiError.ApiError>
  /** Gives a skill a new revision. ConflictError: another is active by now, read again. Never tried twice. */
  readonly update: (
    request: schema.UpdateSkillRequest,
    ...rest: F["rest"]
  ) => Call<F, schema.Skill, ApiError.ApiError>
  /** Deletes a skill with all revisions. ConflictError as in `update`. Never tried twice. */
  readonly delete: (
    request: schema.DeleteSkillRequest,
    ...rest: F["rest"]
  ) => Call<F, void, ApiError.ApiError>
  /** Where the zip of a revision is: an address that needs no key and soon expires. */
  readonly download: (
    request: schema.SkillRequest,
    ...rest: F["rest"]
  ) => Call<F, schema.Download, ApiError.ApiError>
}

/** The skills service, client or server side. */
export class Skills extends Context.Service<Skills, SkillsMethods<EffectFace>>()(
  "@leadline/core/skills/Skills"
) {}

type Answer = Effect.Effect<unknown, ApiError.ApiError>

/** What an implementation supplies: the same methods but the walks, before any check. */
export interface Engine {
  readonly list: (request: schema.SkillsRequest) => Answer
  readonly listRevisions: (request: schema.RevisionsRequest) => Answer
  readonly create: (request: schema.CreateSkillRequest) => Answer
  readonly get: (request: schema.SkillRequest) => Answer
  readonly update: (request: schema.UpdateSkillRequest) => Answer
  readonly delete: (request: schema.DeleteSkillRequest) => Answer
  readonly download: (request: schema.SkillRequest) => Answer
}

const pageFits = (limit: number = limits.page.fallback, items: ReadonlyArray<unknown>) =>
  items.length <= limit

const skillFits = (asked: schema.SkillRequest, { revision, skill_id }: schema.Skill) =>
  skill_id === asked.skill_id && (asked.revision === undefined || revision === asked.revision)

const whole = answering(schema.Skill)
const page = answering(schema.SkillsPage)
const revisionsPage = answering(schema.RevisionsPage)
const address = answering(schema.Download)

/** Holds any implementation to the contract: requests going in, answers coming out. */
export const make = (engine: Engine): Skills["Service"] =>
  fromCalls({
    list: asking(schema.SkillsRequest)((asked) =>
      page(engine.list(asked), ({ skills }) => pageFits(asked.limit, skills))
    ),
    listRevisions: asking(schema.RevisionsRequest)((asked) =>
      revisionsPage(engine.listRevisions(asked), ({ revisions }) => pageFits(asked.limit, revisions))
    ),
    create: asking(schema.CreateSkillRequest)((asked) => whole(engine.create(asked))),
    get: asking(schema.SkillRequest)((asked) => whole(engine.get(asked), (skill) => skillFits(asked, skill))),
    update: asking(schema.UpdateSkillRequest)((asked) =>
      whole(
        engine.update(asked),
        ({ revision, skill_id }) => skill_id === asked.skill_id && revision !== asked.expected_revision
      )
    ),
    delete: asking(schema.DeleteSkillRequest)((asked) => Effect.asVoid(engine.delete(asked))),
    download: asking(schema.SkillRequest)((asked) => address(engine.download(asked)))
  })

type Calls = Omit<Skills["Service"], "list" | "listAll" | "listAllRevisions"> & {
  readonly list: (request: schema.SkillsRequest) => ReturnType<Skills["Service"]["list"]>
}

/** Adds the walks over all pages to methods that give one. */
export const fromCalls = (calls: Calls): Skills["Service"] => ({
  ...calls,
  list: (request = {}) => calls.list(request),
  listAll: (request = {}) => everyItem(calls.list, request, ({ skills }) => skills),
  listAllRevisions: (request) => everyItem(calls.listRevisions, request, ({ revisions }) => revisions)
})
