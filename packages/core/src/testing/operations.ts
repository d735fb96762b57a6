// All operations of the client, and how to find the operation of a request.
// Source: §4.
import * as apiKeys from "../resources/api-keys/resource.ts"
import * as asyncChat from "../resources/chat/async/resource.ts"
import * as chat from "../resources/chat/resource.ts"
import * as decisions from "../resources/decisions/resource.ts"
import * as contextualizedEmbeddings from "../resources/embeddings/contextualized/resource.ts"
import * as embeddings from "../resources/embeddings/resource.ts"
import * as models from "../resources/models/resource.ts"
import * as responses from "../resources/responses/resource.ts"
import * as search from "../resources/search/resource.ts"
import * as skills from "../resources/skills/resource.ts"

/** An operation without its schemas. */
export interface Operation {
  readonly name: string
  readonly method: string
  readonly path: string
}

const operations: ReadonlyArray<Operation> = [
  apiKeys.generate,
  apiKeys.revoke,
  asyncChat.create,
  asyncChat.get,
  asyncChat.list,
  chat.create,
  contextualizedEmbeddings.create,
  decisions.create,
  embeddings.create,
  models.list,
  responses.create,
  search.create,
  skills.list,
  skills.listRevisions,
  skills.create,
  skills.get,
  skills.update,
  skills.delete,
  skills.download
]

const forms = operations.map((operation) => ({
  operation,
  form: new RegExp(`${operation.path.replace(/:\w+/g, "[^/]+")}$`)
}))

/** A path without the path of the base URL, and its operation. A path of no operation stays as it is. */
export const placed = (
  method: string,
  path: string
): { readonly path: string; readonly operation: string | undefined } => {
  let found: { readonly path: string; readonly operation: string | undefined } = {
    path,
    operation: undefined
  }
  for (const { form, operation } of forms) {
    const own = form.exec(path)?.[0]
    if (own === undefined || operation.method !== method) continue
    if (found.operation === undefined || own.length > found.path.length) {
      found = { path: own, operation: operation.name }
    }
  }
  return found
}
