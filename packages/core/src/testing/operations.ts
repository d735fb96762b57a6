// Finds the operation of a request.
// Source: §4.
import { operations } from "../resources.ts"

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
