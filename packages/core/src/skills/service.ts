// The skills service: eight methods and two walks over all pages, held to the contract at both ends.
// Source: §2.6, §4.4, §4.5; all beyond these is Assumed: docs.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as ApiError from "../errors/ApiError.ts"
import type { Call, Each, EffectFace, Face } from "../shared/Face.ts"
import { everyItem } from "../shared/everyItem.ts"
import * as limits from "../shared/limits.ts"
import * as schema from "./schema.ts"

/** The methods, under either carrier. */
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

/** A method whose request is checked going in, and whose answer coming out, by itself and by what was asked. */
const method = <
  Request extends Schema.Codec<unknown, unknown>,
  Response extends Schema.Codec<unknown, unknown>
>(
  name: string,
  request: Request,
  response: Response,
  answer: (request: Request["Type"]) => Answer,
  fits: (request: Request["Type"], response: Response["Type"]) => boolean
) => {
  const checkRequest = Schema.decodeUnknownEffect(Schema.toType(request), {
    errors: "all",
    onExcessProperty: "error"
  })
  const checkResponse = Schema.decodeUnknownEffect(Schema.toType(response))
  return Effect.fn(`Skills.${name}`)(function* (given: Request["Type"]) {
    const asked = yield* Effect.mapError(checkRequest(given), (error) => ApiError.invalidRequest(error))
    const answered = yield* Effect.mapError(Effect.flatMap(answer(asked), checkResponse), (error) =>
      error._tag === "SchemaError" ? ApiError.invalidResponse(error) : error
    )
    return fits(asked, answered)
      ? answered
      : yield* new ApiError.InvalidResponseError({
          message: "The answer does not fit the request.",
          reason: "schema"
        })
  })
}

const pageFits = (limit: number = limits.page.fallback, items: ReadonlyArray<unknown>) =>
  items.length <= limit

const skillFits = (asked: schema.SkillRequest, { revision, skill_id }: schema.Skill) =>
  skill_id === asked.skill_id && (asked.revision === undefined || revision === asked.revision)

/** Holds any implementation to the contract: requests going in, answers coming out. */
export const make = (engine: Engine): Skills["Service"] =>
  fromCalls({
    list: method("list", schema.SkillsRequest, schema.SkillsPage, engine.list, ({ limit }, { skills }) =>
      pageFits(limit, skills)
    ),
    listRevisions: method(
      "listRevisions",
      schema.RevisionsRequest,
      schema.RevisionsPage,
      engine.listRevisions,
      ({ limit }, { revisions }) => pageFits(limit, revisions)
    ),
    create: method("create", schema.CreateSkillRequest, schema.Skill, engine.create, () => true),
    get: method("get", schema.SkillRequest, schema.Skill, engine.get, skillFits),
    update: method(
      "update",
      schema.UpdateSkillRequest,
      schema.Skill,
      engine.update,
      ({ expected_revision, skill_id }, skill) =>
        skill.skill_id === skill_id && skill.revision !== expected_revision
    ),
    delete: method(
      "delete",
      schema.DeleteSkillRequest,
      Schema.Void,
      (request) => Effect.asVoid(engine.delete(request)),
      () => true
    ),
    download: method("download", schema.SkillRequest, schema.Download, engine.download, () => true)
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
