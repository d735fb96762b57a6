// Reads `LEADLINE_ENGINE`: which engine answers which resource.
import type { Api } from "@leadline/core/api"

/** The embedded engine answers in this process, the upstream engine asks the server of `LEADLINE_UPSTREAM_URL`. */
export type EngineName = "embedded" | "upstream"

type Resource = keyof (typeof Api)["groups"]

/**
 * How `LEADLINE_ENGINE` selects the engine of a resource:
 * - `all`: by name, and by `LEADLINE_ENGINE=upstream`
 * - `named`: only by name
 * - `never`: this server always answers itself
 * - `decisions`: a dialect that is served by the engine of decisions
 *
 * A resource that is missing here does not compile.
 */
const selectable = {
  apiKeys: "never",
  // The upstream server knows one API key, so its list would show every key group the chats of all others.
  asyncChat: "named",
  chat: "all",
  contextualizedEmbeddings: "all",
  decisions: "all",
  embeddings: "all",
  models: "all",
  responses: "all",
  search: "all",
  skills: "never",
  systemone: "decisions"
} as const satisfies { readonly [R in Resource]: "all" | "named" | "never" | "decisions" }

type Selection = typeof selectable

/** A resource whose engine can be selected. */
export type EngineResource = {
  [R in Resource]: Selection[R] extends "all" | "named" ? R : never
}[Resource]

/** The engine of every resource. */
export type Engines = { readonly [R in EngineResource]: EngineName }

const isEngine = (text: string): text is EngineName => text === "embedded" || text === "upstream"

const isSelectable = (resource: string): resource is EngineResource =>
  resource in selectable && /^(?:all|named)$/.test(selectable[resource as Resource])

const resources = Object.keys(selectable).filter(isSelectable)

/** The name of a resource in the setting: `async-chat` for `asyncChat`. */
const settingName = (resource: EngineResource) =>
  resource.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const byName = new Map(resources.map((resource) => [settingName(resource), resource]))

const enginesWith = (engineOf: (resource: EngineResource) => EngineName) =>
  Object.fromEntries(resources.map((resource) => [resource, engineOf(resource)])) as Record<
    EngineResource,
    EngineName
  >

/** Every resource in this process. */
export const embedded: Engines = enginesWith(() => "embedded")

/** What {@link parseEngines} accepts, for error messages. */
export const enginesExpected = `embedded, upstream, or a list like upstream,search=embedded with the names ${[...byName.keys()].join(", ")}`

/** Parses `upstream`, `decisions=upstream` or `upstream,search=embedded`; undefined if it is invalid. */
export const parseEngines = (text: string): Engines | undefined => {
  const parts = text.split(",").map((part) => part.trim())
  const [first = ""] = parts
  const engines = enginesWith((resource) =>
    isEngine(first) && selectable[resource] === "all" ? first : "embedded"
  )
  const seen = new Set<EngineResource>()
  for (const part of isEngine(first) ? parts.slice(1) : parts) {
    const [name = "", engine = "", more] = part.split("=")
    const resource = byName.get(name)
    if (more !== undefined || resource === undefined || !isEngine(engine) || seen.has(resource))
      return undefined
    seen.add(resource)
    engines[resource] = engine
  }
  return engines
}
