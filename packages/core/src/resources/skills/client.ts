// The skills service over HTTP.
// Source: §2.6, §4.4, §4.5; all beyond these two is Assumed: docs.
import type { RequestBody } from "../../client/buildRequest.ts"
import { type Query, withQuery } from "../../client/queryString.ts"
import { clientLayer } from "../../client/clientLayer.ts"
import { ignoredBody } from "../../client/response/IgnoredBodyAttempt.ts"
import * as multipart from "../../protocol/multipart.ts"
import { randomText } from "../../protocol/randomText.ts"
import * as operation from "./operation.ts"
import { fromCalls, make, Skills } from "./service.ts"

/** An operation on one skill, with its query. The schema of the id allows no characters that need escaping. */
const at = <O extends { readonly path: string }>(called: O, skill_id: string, query: Query): O =>
  withQuery({ ...called, path: called.path.replace(":skill_id", skill_id) }, query)

/** A form whose one part is the file. */
const multipartBody = (file: Uint8Array = new Uint8Array()): RequestBody => {
  const boundary = randomText()
  return { type: multipart.contentType(boundary), content: multipart.encode(file, boundary) }
}

/** {@link Skills} over HTTP; responses are checked. A walk over pages makes one call per page, each with its own deadline. */
export const layerClient = clientLayer(Skills, ({ call, execute, executeJson }) => {
  const skills = make({
    list: (query) => executeJson(at(operation.list, "", { ...query })),
    listRevisions: ({ skill_id, ...query }) => executeJson(at(operation.listRevisions, skill_id, query)),
    create: ({ file }) => executeJson(operation.create, file, multipartBody),
    get: ({ skill_id, ...query }) => executeJson(at(operation.get, skill_id, query)),
    update: ({ file, skill_id, ...query }) =>
      executeJson(at(operation.update, skill_id, query), file, multipartBody),
    delete: ({ skill_id, ...query }) =>
      execute(at(operation.delete, skill_id, query), undefined, ignoredBody),
    download: ({ skill_id, ...query }) => executeJson(at(operation.download, skill_id, query))
  })
  return fromCalls({
    list: (request) => call(operation.list, skills.list(request)),
    listRevisions: (request) => call(operation.listRevisions, skills.listRevisions(request)),
    create: (request) => call(operation.create, skills.create(request)),
    get: (request) => call(operation.get, skills.get(request)),
    update: (request) => call(operation.update, skills.update(request)),
    delete: (request) => call(operation.delete, skills.delete(request)),
    download: (request) => call(operation.download, skills.download(request))
  })
})
