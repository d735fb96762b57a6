// The OpenAPI document as one page of plain HTML: no script, nothing from elsewhere, readable without a network.
import type { OpenAPISpec, OpenAPISpecOperation, OpenAPISpecParameter } from "effect/http-api/OpenApi"
import * as Predicate from "effect/Predicate"

type Json = { readonly [name: string]: unknown }

const object = (value: unknown): Json => (Predicate.isObject(value) && !Array.isArray(value) ? value : {})
const list = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

const escapes: { readonly [sign: string]: string } = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}
const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? "")

/** `code` between backticks, paragraphs between empty lines; all else is text. */
const prose = (text: unknown): string =>
  typeof text === "string" && text !== ""
    ? text
        .split("\n\n")
        .map((part) => `<p>${escape(part).replace(/`([^`]+)`/g, "<code>$1</code>")}</p>`)
        .join("")
    : ""

const nameOf = (reference: string): string => reference.slice(reference.lastIndexOf("/") + 1)

/** The kind of a value in a few words, with links to named schemas. */
const kind = (schema: Json): string => {
  const reference = schema["$ref"]
  if (typeof reference === "string") {
    return `<a href="#schema-${escape(nameOf(reference))}">${escape(nameOf(reference))}</a>`
  }
  const values = list(schema["enum"])
  if (values.length > 0)
    return values.map((value) => `<code>${escape(JSON.stringify(value))}</code>`).join(" or ")
  const members = [...list(schema["anyOf"]), ...list(schema["oneOf"])].map((member) => kind(object(member)))
  if (members.length > 0) return [...new Set(members)].join(" or ")
  if (schema["type"] === "array") {
    return schema["items"] === undefined ? "array" : `array of ${kind(object(schema["items"]))}`
  }
  return escape(typeof schema["type"] === "string" ? schema["type"] : "any JSON")
}

const bounds = (schema: Json): string => {
  const shown = [
    "minimum",
    "maximum",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "pattern",
    "format"
  ].flatMap((name) => (schema[name] === undefined ? [] : [`${name} ${escape(JSON.stringify(schema[name]))}`]))
  return shown.length === 0 ? "" : ` <small>${shown.join(", ")}</small>`
}

const field = (name: string, schema: Json, required: boolean): string => {
  const mark = required ? "" : " <small>optional</small>"
  return `<li><code>${escape(name)}</code>: ${kind(schema)}${bounds(schema)}${mark}${prose(schema["description"])}${inside(schema)}</li>`
}

const each = (title: string, schema: Json): string => {
  const inner = inside(schema)
  return inner === "" ? "" : `<li>${title}${inner}</li>`
}

/** The fields of a schema, of its members and of its elements. Named schemas are shown in their own place. */
const inside = (schema: Json): string => {
  if (typeof schema["$ref"] === "string") return ""
  const required = new Set(list(schema["required"]))
  const fields = Object.entries(object(schema["properties"])).map(([name, value]) =>
    field(name, object(value), required.has(name))
  )
  const any = schema["additionalProperties"]
  const values =
    any === undefined || typeof any === "boolean" ? "" : each(`each value: ${kind(object(any))}`, object(any))
  const items = schema["items"] === undefined ? "" : each("each element", object(schema["items"]))
  const members = [...list(schema["anyOf"]), ...list(schema["oneOf"]), ...list(schema["allOf"])]
    .map((member, index) => each(`form ${index + 1}`, object(member)))
    .join("")
  const all = `${fields.join("")}${values}${items}${members}`
  return all === "" ? "" : `<ul>${all}</ul>`
}

const shape = (schema: Json): string =>
  `<p>${kind(schema)}${bounds(schema)}</p>${prose(schema["description"])}${inside(schema)}`

const parameter = ({ in: where, name, required, schema }: OpenAPISpecParameter): string =>
  field(`${name} (${where})`, object(schema), required)

const bodies = (content: unknown): string =>
  Object.entries(object(content))
    .map(([type, media]) => `<p><code>${escape(type)}</code></p>${shape(object(object(media)["schema"]))}`)
    .join("")

const call = (method: string, path: string, { requestBody, security }: OpenAPISpecOperation): string => {
  const lines = [
    `curl -X ${method.toUpperCase()} "$BASE_URL${path}"`,
    ...(security.length === 0 ? [] : [`-H "Authorization: Bearer $API_KEY"`]),
    ...(requestBody === undefined ? [] : ["-d @body.json"])
  ]
  return `<pre>${escape(lines.join(" \\\n  "))}</pre>`
}

const operation = (method: string, path: string, self: OpenAPISpecOperation): string =>
  [
    `<section id="${escape(self.operationId)}">`,
    `<h3><code>${method.toUpperCase()} ${escape(path)}</code></h3>`,
    prose(self.summary),
    prose(self.description),
    self.security.length === 0 ? "<p>Needs no key.</p>" : "",
    call(method, path, self),
    self.parameters.length === 0
      ? ""
      : `<h4>Parameters</h4><ul>${self.parameters.map(parameter).join("")}</ul>`,
    self.requestBody === undefined ? "" : `<h4>Request</h4>${bodies(self.requestBody.content)}`,
    "<h4>Answers</h4>",
    ...Object.entries(self.responses).map(
      ([status, { content, description }]) =>
        `<details${status.startsWith("2") ? " open" : ""}><summary><code>${escape(status)}</code> ${escape(description)}</summary>${bodies(content)}</details>`
    ),
    "</section>"
  ].join("\n")

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1rem;color-scheme:light dark}
code,pre{font:14px/1.5 ui-monospace,monospace}pre{padding:.75rem;border:1px solid;border-radius:.25rem;overflow-x:auto}
section{border-top:1px solid;margin-top:2rem}ul{padding-left:1.25rem}li p,details p,summary{margin:.25rem 0}small{opacity:.75}`

const operations = (spec: OpenAPISpec) =>
  Object.entries(spec.paths).flatMap(([path, item]) =>
    (["get", "post", "put", "patch", "delete"] as const).flatMap((method) => {
      const self = item[method]
      return self === undefined ? [] : [{ method, path, self }]
    })
  )

/** The page. All of the document's text is escaped. */
export const docsPage = (spec: OpenAPISpec): string => {
  const all = operations(spec)
  const groups = spec.tags.map(({ description, name }) => {
    const own = all.filter(({ self }) => self.tags.includes(name))
    return {
      contents: own.map(
        ({ method, path, self }) =>
          `<li><a href="#${escape(self.operationId)}"><code>${method.toUpperCase()} ${escape(path)}</code></a> ${escape(self.summary ?? "")}</li>`
      ),
      text: `<h2>${escape(name)}</h2>${prose(description)}${own.map(({ method, path, self }) => operation(method, path, self)).join("\n")}`
    }
  })
  const schemas = Object.entries(spec.components.schemas).map(
    ([name, schema]) =>
      `<section id="schema-${escape(name)}"><h3><code>${escape(name)}</code></h3>${shape(object(schema))}</section>`
  )
  return [
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escape(spec.info.title)} ${escape(spec.info.version)}</title>\n<style>${style}</style>\n</head>\n<body>`,
    `<h1>${escape(spec.info.title)} <small>${escape(spec.info.version)}</small></h1>`,
    prose(spec.info.summary),
    prose(spec.info.description),
    '<p>The same for programs: <a href="/openapi.json">/openapi.json</a>, OpenAPI 3.1.</p>',
    `<nav><ul>${groups.flatMap(({ contents }) => contents).join("")}</ul></nav>`,
    ...groups.map(({ text }) => text),
    "<h2>Schemas</h2>",
    ...schemas,
    "</body>\n</html>\n"
  ].join("\n")
}
