// The servers that speak OpenAI's Decisions, and what each of them takes and gives.
// Assumed: ours, from the sources and pages of these servers; none of them was run here.
import type { ServerLimits } from "../decisions/serverLimits.ts"
import type { ImageSupport } from "../decisions/DecisionServer.ts"

/** How one server differs from the others. */
export interface Flavor extends ServerLimits {
  /** How many decimals its probabilities keep; undefined: all. */
  readonly decimals: number | undefined
}

const base: Flavor = { questions: 64, options: 255, levels: 10, images: undefined, decimals: 2 }
const inPlace = (formats: ReadonlyArray<string>): ImageSupport => ({ max: 8, as: "inPlace", formats })

/** By the setting `server`. `unknown`: none is set, and the model list does not say. */
export const flavors = {
  fireworks: { ...base, options: 208 },
  litellm: { ...base, questions: 128, images: inPlace(["png", "jpeg", "webp"]) },
  localai: { ...base, options: 26, images: inPlace(["png", "jpeg"]) },
  openai: { ...base, questions: 200, images: inPlace(["png", "jpeg", "webp"]) },
  unknown: base,
  vllm: { ...base, options: 26, decimals: undefined }
} as const satisfies { readonly [server: string]: Flavor }

/** A server that speaks OpenAI's Decisions. */
export type Server = keyof typeof flavors
