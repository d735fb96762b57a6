// Reads `LEADLINE_ENGINE`: which engine answers which resource.
import type { Api } from "@leadline/core/api"

/**
 * `embedded` answers in this process, `upstream` is the server of `LEADLINE_UPSTREAM_URL`, `openai` the model server of
 * `LEADLINE_MODEL_SERVER_URL`.
 */
export type EngineName = "embedded" | "upstream" | "openai"

type Resource = keyof (typeof Api)["groups"]

/** How an engine is selected: `all`, also by its name alone, or only where the resource is named, too. */
type Selection = "all" | "named"

/** The engines that can answer a resource, beside `embedded`. A resource that is missing here does not compile. */
const selectable = {
  apiKeys: {},
  // The upstream server knows one API key, so its list would show every key group the chats of all others.
  asyncChat: { upstream: "named" },
  chat: { upstream: "all", openai: "all" },
  // A server of chat models often has none for embeddings.
  contextualizedEmbeddings: { upstream: "all", openai: "named" },
  decisions: { upstream: "all", openai: "all" },
  embeddings: { upstream: "all", openai: "named" },
  models: { upstream: "all" },
  // A dialect, which the engine of decisions answers. So is systemone.
  openaiDecisions: {},
  responses: { upstream: "all", openai: "all" },
  search: { upstream: "all" },
  skills: {},
  systemone: {}
} as const satisfies {
  readonly [R in Resource]: { readonly [E in Exclude<EngineName, "embedded">]?: Selection }
}

type Selectable = typeof selectable

/** A resource whose engine can be selected. */
export type EngineResource = {
  [R in Resource]: "upstream" extends keyof Selectable[R] ? R : never
}[Resource]

/** The engine of every resource. */
export type Engines = { readonly [R in EngineResource]: EngineName }

const engineNames: ReadonlyArray<string> = ["embedded", "upstream", "openai"]

const isEngine = (text: string): text is EngineName => engineNames.includes(text)

const resources = (Object.keys(selectable) as ReadonlyArray<Resource>).filter(
  (resource): resource is EngineResource => "upstream" in selectable[resource]
)

const selectionOf = (resource: EngineResource, engine: EngineName): Selection | undefined =>
  engine === "embedded" ? "all" : (selectable[resource] as { readonly [E in EngineName]?: Selection })[engine]

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
export const enginesExpected = `embedded, upstream, openai, or a list like upstream,search=embedded with the names ${[...byName.keys()].join(", ")}; openai answers decisions, chat, responses and embeddings`

/** Parses `upstream`, `decisions=upstream` or `upstream,search=embedded`; undefined if it is invalid. */
export const parseEngines = (text: string): Engines | undefined => {
  const parts = text.split(",").map((part) => part.trim())
  const [first = ""] = parts
  const engines = enginesWith((resource) =>
    isEngine(first) && selectionOf(resource, first) === "all" ? first : "embedded"
  )
  const seen = new Set<EngineResource>()
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
