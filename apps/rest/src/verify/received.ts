// What came back for each request, by its id.
import { objectOf } from "./dialects.ts"
import type { Probe } from "./probes.ts"

/** What came back, or why nothing did. */
export type Received =
  | {
      readonly status: number
      readonly headers: { readonly [name: string]: string }
      readonly text: string
    }
  | {
      readonly failure: string
      /** There was no connection, or no status came. */
      readonly isUnreachable?: boolean
    }

/** A request with what came back. */
export interface Exchange {
  readonly probe: Probe
  readonly received: Received
}

/** JSON; undefined where a text is none. */
export const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The reasons in a refusal, whatever its form. */
export const textsIn = (body: unknown): ReadonlyArray<string> => {
  const { detail, error, message } = objectOf(body)
  return [objectOf(error)["message"], error, message, detail].filter((one) => typeof one === "string")
}

/** Looks up what came back. */
export const lookUp = (exchanges: ReadonlyArray<Exchange>) => {
  const received = (id: string): Received =>
    exchanges.find(({ probe }) => probe.id === id)?.received ?? { failure: "was not sent" }
  const statusOf = (id: string): number | undefined => {
    const found = received(id)
    return "status" in found ? found.status : undefined
  }
  const said = (id: string): string => {
    const found = received(id)
    return `${id}: ${"failure" in found ? found.failure : found.status}`
  }
  const isRefused = (id: string): boolean => {
    const status = statusOf(id)
    return status !== undefined && status >= 400 && status < 500 && status !== 429
  }
  return { received, statusOf, said, isRefused }
}

/** {@link lookUp}, by the ids of requests. */
export type Lookup = ReturnType<typeof lookUp>
