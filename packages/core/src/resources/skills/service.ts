// The skills service: seven methods and two walks over all pages, checked at both ends.
// Source: §2.6, §4.4, §4.5; all beyond these is Assumed: docs.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as ApiError from "../../errors/ApiError.ts"
import { validateResponse, validateRequest } from "../../validation/validate.ts"
import type { CallResult, ItemsResult, EffectMethodTypes, MethodTypes } from "../../validation/methodTypes.ts"
import { pageFits, paginate } from "../../validation/paginate.ts"
import { type FileSource, readUpload } from "../../validation/readUpload.ts"
import { page } from "../../schema/limits.ts"
import { packedBytes } from "./limits.ts"
import * as schema from "./schema.ts"

/** A request whose file may be in any form, as it is before it is read. A stream is read up to 32 MiB. */
export type UploadRequest<Q extends { readonly file: Uint8Array }> = Omit<Q, "file"> & {
  readonly file: FileSource
}

/**
 * The methods of skills: Effects with {@link EffectMethodTypes}, promises with `PromiseMethodTypes`.
 * Each fails with an `ApiError`.
 */
export interface SkillsMethods<T extends MethodTypes> {
  /** Lists one page of the skills, newest first. An update does not move a skill. */
  readonly list: (
    request?: schema.SkillsRequest,
    ...options: T["options"]
  ) => CallResult<T, schema.SkillsPage, ApiError.ApiError>
  /** Lists all skills from the given page on, newest first; `limit` is the page size. */
  readonly listAll: (
    request?: schema.SkillsRequest,
    ...options: T["options"]
  ) => ItemsResult<T, schema.SkillSummary, ApiError.ApiError>
  /** Lists one page of the revisions of a skill, newest first. */
  readonly listRevisions: (
    request: schema.RevisionsRequest,
    ...options: T["options"]
  ) => CallResult<T, schema.RevisionsPage, ApiError.ApiError>
  /** Lists all revisions of a skill from the given page on, newest first; `limit` is the page size. */
  readonly listAllRevisions: (
    request: schema.RevisionsRequest,
    ...options: T["options"]
  ) => ItemsResult<T, schema.RevisionSummary, ApiError.ApiError>
  /** Creates a skill from a zip in any form. ConflictError: the group is full, delete some. Never retried once it may have arrived. */
  readonly create: (
    request: UploadRequest<schema.CreateSkillRequest>,
    ...options: T["options"]
  ) => CallResult<T, schema.Skill, ApiError.ApiError>
  /** Gets a skill in its active revision, or in the given one. */
  readonly get: (
    request: schema.SkillRequest,
    ...options: T["options"]
  ) => CallResult<T, schema.Skill, ApiError.ApiError>
  /** Adds a revision. ConflictError: another one is active by now, get it first. Never retried once it may have arrived. */
  readonly update: (
    request: UploadRequest<schema.UpdateSkillRequest>,
    ...options: T["options"]
  ) => CallResult<T, schema.Skill, ApiError.ApiError>
  /** Deletes a skill with all revisions. ConflictError as in `update`. Never retried once it may have arrived. */
  readonly delete: (
    request: schema.DeleteSkillRequest,
    ...options: T["options"]
  ) => CallResult<T, void, ApiError.ApiError>
  /** Gets the address of a revision's zip. It needs no key and soon expires. */
  readonly download: (
    request: schema.SkillRequest,
    ...options: T["options"]
  ) => CallResult<T, schema.Download, ApiError.ApiError>
}

/** The skills service, the same on client and server. */
export class Skills extends Context.Service<Skills, SkillsMethods<EffectMethodTypes>>()(
  "@leadline/core/skills/Skills"
) {}

type Answer = Effect.Effect<unknown, ApiError.ApiError>

/** What an implementation supplies: the same methods without the walks over pages, unchecked. */
export interface Engine {
  readonly list: (request: schema.SkillsRequest) => Answer
  readonly listRevisions: (request: schema.RevisionsRequest) => Answer
  readonly create: (request: schema.CreateSkillRequest) => Answer
  readonly get: (request: schema.SkillRequest) => Answer
  readonly update: (request: schema.UpdateSkillRequest) => Answer
  readonly delete: (request: schema.DeleteSkillRequest) => Answer
  readonly download: (request: schema.SkillRequest) => Answer
}

const skillFits = (request: schema.SkillRequest, { revision, skill_id }: schema.Skill) =>
  skill_id === request.skill_id && (request.revision === undefined || revision === request.revision)

const checkList = validateRequest(schema.SkillsRequest)
const checkListRevisions = validateRequest(schema.RevisionsRequest)
const checkCreate = validateRequest(schema.CreateSkillRequest)
const checkGet = validateRequest(schema.SkillRequest)
const checkUpdate = validateRequest(schema.UpdateSkillRequest)
const checkDelete = validateRequest(schema.DeleteSkillRequest)
const checkSkill = validateResponse(schema.Skill)
const checkPage = validateResponse(schema.SkillsPage)
const checkRevisions = validateResponse(schema.RevisionsPage)
const checkDownload = validateResponse(schema.Download)

/** Reads the file of a request before it is checked. */
const withFile =
  <A>(method: (request: unknown) => Effect.Effect<A, ApiError.ApiError>) =>
  (request: { readonly file: FileSource }): Effect.Effect<A, ApiError.ApiError> =>
    Effect.flatMap(readUpload(request?.file, packedBytes), (file) =>
      method(file === request?.file ? request : { ...request, file })
    )

/** Makes the service of an implementation: requests are checked before it sees them, responses after. */
export const make = (engine: Engine): Skills["Service"] =>
  fromCalls({
    list: checkList((request) =>
      checkPage(engine.list(request), (found) => pageFits(request, found, found.skills, page.fallback))
    ),
    listRevisions: checkListRevisions((request) =>
      checkRevisions(engine.listRevisions(request), (found) =>
        pageFits(request, found, found.revisions, page.fallback)
      )
    ),
    create: withFile(checkCreate((request) => checkSkill(engine.create(request)))),
    get: checkGet((request) => checkSkill(engine.get(request), (skill) => skillFits(request, skill))),
    update: withFile(
      checkUpdate((request) =>
        checkSkill(
          engine.update(request),
          ({ revision, skill_id }) => skill_id === request.skill_id && revision !== request.expected_revision
        )
      )
    ),
    delete: checkDelete((request) => Effect.asVoid(engine.delete(request))),
    download: checkGet((request) => checkDownload(engine.download(request)))
  })

/** The methods that list all pages. */
export const walks = {
  listAll: { over: "list", items: ({ skills }: schema.SkillsPage) => skills },
  listAllRevisions: { over: "listRevisions", items: ({ revisions }: schema.RevisionsPage) => revisions }
}

type Calls = Omit<Skills["Service"], "list" | "listAll" | "listAllRevisions"> & {
  readonly list: (request: schema.SkillsRequest) => ReturnType<Skills["Service"]["list"]>
}

/** Adds the walks over all pages to methods that list one page. */
export const fromCalls = (calls: Calls): Skills["Service"] => ({
  ...calls,
  list: (request = {}) => calls.list(request),
  listAll: (request = {}) => paginate(calls.list, request, walks.listAll.items),
  listAllRevisions: (request) => paginate(calls.listRevisions, request, walks.listAllRevisions.items)
})
