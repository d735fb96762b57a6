// Reads `LEADLINE_ENGINE`: which engine answers which resource.
import type { Resource } from "@leadline/backends"
import * as Struct from "effect/Struct"

/**
 * `embedded` answers in this process, `upstream` is the server of `LEADLINE_UPSTREAM_URL`, `openai` the model server of
 * `LEADLINE_MODEL_SERVER_URL`.
 */
export type EngineName = "embedded" | "upstream" | "openai"

/** How an engine is selected: `all`, also by its name alone, or only where the resource is named, too. */
type Selection = "all" | "named"

/** The engines that can answer a resource, beside `embedded`. A resource that is missing here does not compile. */
const selectable: {
  readonly [R in Resource]: { readonly upstream: Selection; readonly openai?: Selection }
} = {
  // The upstream server knows one API key, so its list would show every key group the chats of all others.
  asyncChat: { upstream: "named" },
  chat: { upstream: "all", openai: "all" },
  // A server of chat models often has none for embeddings.
  contextualizedEmbeddings: { upstream: "all", openai: "named" },
  decisions: { upstream: "all", openai: "all" },
  embeddings: { upstream: "all", openai: "named" },
  models: { upstream: "all" },
  responses: { upstream: "all", openai: "all" },
  search: { upstream: "all" }
}

/** The engine of every resource. */
export type Engines = { readonly [R in Resource]: EngineName }

const engineNames: ReadonlyArray<string> = ["embedded", "upstream", "openai"]

const isEngine = (text: string): text is EngineName => engineNames.includes(text)

const resources = Struct.keys(selectable)

const selectionOf = (resource: Resource, engine: EngineName): Selection | undefined =>
  engine === "embedded" ? "all" : selectable[resource][engine]

/** The name of a resource in the setting: `async-chat` for `asyncChat`. */
const settingName = (resource: Resource) => resource.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const byName = new Map(resources.map((resource) => [settingName(resource), resource]))

const enginesWith = (engineOf: (resource: Resource) => EngineName) =>
  Object.fromEntries(resources.map((resource) => [resource, engineOf(resource)])) as Record<
    Resource,
    EngineName
  >

/** Every resource in this process. */
export const embedded: Engines = enginesWith(() => "embedded")

/** What {@link parseEngines} accepts, for error messages. */
export const enginesExpected = `embedded, upstream, openai, or a list like upstream,search=embedded with the names ${[...byName.keys()].join(", ")}; openai answers decisions, chat, responses and embeddings`

/** Parses `upstream`, `decisions=upstream` or `upstream,search=embedded`; undefined if it is invalid. */
export const parseEngines = (text: string): Engines | undefined => {
  const parts = text.split(",").map((part) => part.trim())
  const [first = ""] = parts
  const engines = enginesWith((resource) =>
    isEngine(first) && selectionOf(resource, first) === "all" ? first : "embedded"
  )
  const seen = new Set<Resource>()
  for (const part of isEngine(first) ? parts.slice(1) : parts) {
    const [name = "", engine = "", more] = part.split("=")
    const resource = byName.get(name)
    if (more !== undefined || resource === undefined || !isEngine(engine) || seen.has(resource))
      return undefined
    if (selectionOf(resource, engine) === undefined) return undefined
    seen.add(resource)
    engines[resource] = engine
  }
  return engines
}
