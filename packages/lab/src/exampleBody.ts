// The JSON body of an operation, as the document of the API shows it.
import { document } from "@leadline/core/openapi"

interface Shown {
  readonly requestBody?: {
    readonly content: {
      readonly [type: string]: { readonly examples?: { readonly example: { readonly value: unknown } } }
    }
  }
}

let paths: { readonly [path: string]: { readonly [method: string]: Shown } } | undefined

/** Undefined: it takes no JSON. */
export const exampleBody = ({
  method,
  path
}: {
  readonly method: string
  readonly path: string
}): unknown => {
  paths ??= JSON.parse(JSON.stringify(document().paths)) as NonNullable<typeof paths>
  const shown = paths[path.replace(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()]
  const body = shown?.requestBody?.content["application/json"]
  if (body === undefined) return undefined
  if (body.examples !== undefined) return body.examples.example.value
  throw new Error(`${method} ${path} has no request in packages/core/src/openapi/examples.ts`)
}
