// The current request as code to copy: curl, promises, Effect.
// Source: §4, §5.

/** An operation and its request. */
export interface Shown {
  /** As in `decisions.create`. */
  readonly operation: string
  readonly method: string
  /** With the query that curl needs. */
  readonly path: string
  /** The argument of the method. Undefined: none. */
  readonly request: unknown
  /** The body that curl sends, where it is not the request. Null: none. */
  readonly body?: unknown
  readonly isStream?: boolean
  /** The name of a file that is sent as the field `file` of the request. */
  readonly file?: string
}

/** Whether long strings, such as images, are shortened to end in `...`. */
export type Length = "whole" | "brief"

const cut = (value: unknown): unknown => {
  if (typeof value === "string") return value.length > 400 ? `${value.slice(0, 60)}...` : value
  if (Array.isArray(value)) return value.map(cut)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cut(inner)]))
}

const json = (value: unknown, length: Length): string =>
  JSON.stringify(length === "brief" ? cut(value) : value, null, 2)

/** A TypeScript literal: keys without quotes where they need none. */
const literal = ({ file, request }: Shown, length: Length, indent: string): string => {
  const fields = file === undefined ? request : { ...Object(request), file: "\0" }
  if (fields === undefined) return ""
  return json(fields, length)
    .replace(/^(\s*)"([A-Za-z_$][\w$]*)":/gm, "$1$2:")
    .replace(`"\\u0000"`, `await readFile(${JSON.stringify(file)})`)
    .replaceAll("\n", `\n${indent}`)
}

const service = (operation: string) => {
  const resource = operation.slice(0, operation.indexOf("."))
  const file = resource.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return {
    resource,
    file,
    tag: resource.charAt(0).toUpperCase() + resource.slice(1),
    method: operation.slice(resource.length + 1)
  }
}

const curl = (shown: Shown, length: Length): string => {
  const { body = shown.request ?? null, file, isStream = false, method, path } = shown
  const sent = isStream ? { ...Object(body), stream: true } : body
  return [
    `curl ${isStream ? "--no-buffer " : ""}${method === "GET" ? "" : `-X ${method} `}"$LEADLINE_BASE_URL${path}"`,
    `  -H "Authorization: Bearer $LEADLINE_API_KEY"`,
    ...(file === undefined ? [] : [`  -F "file=@${file}"`]),
    ...(sent === null || file !== undefined
      ? []
      : [`  -H "Content-Type: application/json"`, `  -d '${json(sent, length).replaceAll("'", "'\\''")}'`])
  ].join(" \\\n")
}

const fileImport = ({ file }: Shown): ReadonlyArray<string> =>
  file === undefined ? [] : [`import { readFile } from "node:fs/promises"`]

const promise = (shown: Shown, length: Length): string => {
  const asked = literal(shown, length, "")
  const use =
    shown.isStream === true
      ? `for await (const event of client.${shown.operation}(${asked})) {\n  console.log(event)\n}`
      : `const response = await client.${shown.operation}(${asked})\nconsole.log(response)`
  return [
    `import { createClient } from "@leadline/transport-node"`,
    ...fileImport(shown),
    "",
    "// Base URL and key come from LEADLINE_BASE_URL and LEADLINE_API_KEY.",
    "const client = createClient()",
    use,
    "await client.close()"
  ].join("\n")
}

const effect = (shown: Shown, length: Length): string => {
  const { file: folder, method, resource, tag } = service(shown.operation)
  const isStream = shown.isStream === true
  const read = shown.file === undefined ? [] : [`const file = await readFile(${JSON.stringify(shown.file)})`]
  const asked = literal(shown, length, "  ").replace(/file: await readFile\(.*\)/, "file")
  return [
    `import { ${tag} } from "@leadline/core/${folder}"`,
    `import { layerClient } from "@leadline/transport-node"`,
    `import * as Console from "effect/Console"`,
    `import * as Effect from "effect/Effect"`,
    ...(isStream ? [`import * as Stream from "effect/Stream"`] : []),
    ...fileImport(shown),
    "",
    ...read,
    "const program = Effect.gen(function* () {",
    `  const ${resource} = yield* ${tag}`,
    ...(isStream
      ? [
          `  const events = yield* ${resource}.${method}(${asked})`,
          "  yield* Stream.runForEach(events, Console.log)"
        ]
      : [`  yield* Console.log(yield* ${resource}.${method}(${asked}))`]),
    "})",
    "",
    "// Base URL and key come from LEADLINE_BASE_URL and LEADLINE_API_KEY.",
    "await Effect.runPromise(Effect.provide(program, layerClient()))"
  ].join("\n")
}

/** Each form of the code. */
export const code = { curl, Promise: promise, Effect: effect }
