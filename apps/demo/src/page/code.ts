// A request as code: what the page does, to copy elsewhere.
// Source: §4, §5.

/** What is asked, and of which operation. */
export interface Shown {
  /** As in `decisions.create`. */
  readonly operation: string
  readonly method: string
  readonly path: string
  /** The body; undefined: none. */
  readonly request: unknown
  readonly isStream?: boolean
}

/** Long texts, images above all, are cut: the place is marked. */
const brief = (value: unknown): unknown => {
  if (typeof value === "string") return value.length > 400 ? `${value.slice(0, 60)}...` : value
  if (Array.isArray(value)) return value.map(brief)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, brief(inner)]))
}

const json = (value: unknown, indent: string): string =>
  JSON.stringify(brief(value), null, 2).replaceAll("\n", `\n${indent}`)

/** As TypeScript: names without quotes where they need none. */
const literal = (value: unknown, indent: string): string =>
  json(value, indent).replace(/^(\s*)"([A-Za-z_$][\w$]*)":/gm, "$1$2:")

const service = (operation: string) => {
  const room = operation.slice(0, operation.indexOf("."))
  const file = room.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return {
    room,
    file,
    tag: room.charAt(0).toUpperCase() + room.slice(1),
    method: operation.slice(room.length + 1)
  }
}

const curl = ({ isStream, method, path, request }: Shown): string => {
  const body =
    request === undefined ? undefined : JSON.stringify(brief(request), null, 2).replaceAll("'", "'\\''")
  return [
    `curl ${isStream === true ? "--no-buffer " : ""}${method === "GET" ? "" : `-X ${method} `}"$LEADLINE_BASE_URL${path}"`,
    `  -H "Authorization: Bearer $LEADLINE_API_KEY"`,
    ...(body === undefined ? [] : [`  -H "Content-Type: application/json"`, `  -d '${body}'`])
  ].join(" \\\n")
}

const promise = ({ isStream, operation, request }: Shown): string => {
  const asked = request === undefined ? "" : literal(request, "")
  const use =
    isStream === true
      ? `for await (const event of client.${operation}(${asked})) {\n  console.log(event)\n}`
      : `const answer = await client.${operation}(${asked})\nconsole.log(answer)`
  return [
    `import { createClient } from "@leadline/transport-node"`,
    "",
    "// Base URL and key come from LEADLINE_BASE_URL and LEADLINE_API_KEY.",
    "const client = createClient()",
    use,
    "await client.close()"
  ].join("\n")
}

const effect = ({ isStream, operation, request }: Shown): string => {
  const { file, method, room, tag } = service(operation)
  const asked = request === undefined ? "" : literal(request, "  ")
  return [
    `import { ${tag} } from "@leadline/core/${file}"`,
    `import { layerClient } from "@leadline/transport-node"`,
    `import * as Console from "effect/Console"`,
    `import * as Effect from "effect/Effect"`,
    ...(isStream === true ? [`import * as Stream from "effect/Stream"`] : []),
    "",
    "const program = Effect.gen(function* () {",
    `  const ${room} = yield* ${tag}`,
    ...(isStream === true
      ? [
          `  const events = yield* ${room}.${method}(${asked})`,
          "  yield* Stream.runForEach(events, Console.log)"
        ]
      : [`  yield* Console.log(yield* ${room}.${method}(${asked}))`]),
    "})",
    "",
    "// Base URL and key come from LEADLINE_BASE_URL and LEADLINE_API_KEY.",
    "await Effect.runPromise(Effect.provide(program, layerClient()))"
  ].join("\n")
}

/** Each form of the code. */
export const code = { curl, Promise: promise, Effect: effect }
