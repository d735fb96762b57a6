// Checks the routes of a configuration against its backends.
import * as Effect from "effect/Effect"
import { kinds } from "../kinds/registry.ts"
import { type Resource, resources } from "../kinds/Services.ts"
import type { ConfigurationError } from "./ConfigurationError.ts"
import type { ConfigurationDocument } from "./parseText.ts"
import { type BackendSettings, embedded, type Routes, type Step } from "./settings.ts"

type StepInput = string | { readonly [backend: string]: number }
type RoutesInput = { readonly [R in Resource]?: ReadonlyArray<StepInput> }

const toStep = (input: StepInput): Step =>
  typeof input === "string"
    ? [{ backend: input, weight: 1 }]
    : Object.entries(input).map(([backend, weight]) => ({ backend, weight }))

/** Why a backend cannot answer a resource; undefined if it can. */
const problemOf = (
  resource: Resource,
  name: string,
  backends: ReadonlyArray<BackendSettings>
): string | undefined => {
  if (name === embedded) return undefined
  const backend = backends.find((one) => one.name === name)
  if (backend === undefined) {
    const known = [...backends.map((one) => one.name), embedded].join(", ")
    return `${JSON.stringify(name)} is no backend: expected one of ${known}`
  }
  const able = kinds.find((kind) => kind.name === backend.kind)?.resources ?? []
  return able.includes(resource)
    ? undefined
    : `${name} cannot answer ${resource}: a backend of kind ${backend.kind} answers ${able.join(", ")}`
}

/** The steps of each route. */
export const parseRoutes = (
  input: RoutesInput,
  backends: ReadonlyArray<BackendSettings>,
  document: ConfigurationDocument
): Effect.Effect<Routes, ConfigurationError> =>
  Effect.gen(function* () {
    const routes: { [R in Resource]?: ReadonlyArray<Step> } = {}
    for (const resource of resources) {
      const steps = input[resource]?.map(toStep)
      if (steps === undefined) continue
      const path = ["routes", resource]
      const names = steps.flatMap((step) => step.map(({ backend }) => backend))
      if (steps.some((step) => step.length === 0)) return yield* document.error(path, "expected a backend")
      for (const [index, step] of steps.entries()) {
        for (const { backend } of step) {
          const problem = problemOf(resource, backend, backends)
          if (problem !== undefined) return yield* document.error([...path, index], problem)
        }
      }
      const known = new Set<string>()
      const twice = names.find((name) => known.size === known.add(name).size)
      if (twice !== undefined) return yield* document.error(path, `${twice} stands there twice`)
      // A stored chat is on one server alone.
      if (resource === "asyncChat" && names.length > 1)
        return yield* document.error(path, "expected one backend, because it stores the chats")
      routes[resource] = steps
    }
    return routes
  })
