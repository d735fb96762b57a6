// The servers that speak System One, and what each of them takes and gives.
// Assumed: ours, from the sources and pages of these servers; none of them was run here.
import type { ServerLimits } from "../decisions/serverLimits.ts"

/** How one server differs from the others. */
export interface Flavor extends ServerLimits {
  /** Questions that must have instructions: all, those of type noul, or none that have criteria. */
  readonly instructions: "always" | "noul" | "optional"
  /** Instructions and descriptions may be JSON, or are text. */
  readonly content: "json" | "text"
  /** It takes an empty text as a state, and as the description of a level. */
  readonly takesBlank: boolean
  /** A noul with criteria must have both. */
  readonly bothCriteria: boolean
  /** How many decimals its probabilities keep; undefined: all. */
  readonly decimals: number | undefined
  /** Its path ends with the model, and its answers stand in `result`, beside `success`. */
  readonly isWorkersAi: boolean
}

const png = "png"
const jpeg = "jpeg"
const webp = "webp"
const all = [png, jpeg, webp]

const base: Flavor = {
  questions: 128,
  options: 255,
  levels: 10,
  images: undefined,
  instructions: "always",
  content: "json",
  takesBlank: true,
  bothCriteria: false,
  decimals: 2,
  isWorkersAi: false
}

/** By the setting `server`. `unknown`: no probe has recognised it, so that it gets what all take. */
export const flavors = {
  cloudflare: {
    ...base,
    questions: 64,
    images: { max: 4, as: "dataUrls", formats: all },
    decimals: 4,
    isWorkersAi: true
  },
  fireworks: { ...base, options: 208 },
  leadline: {
    ...base,
    images: { max: 8, as: "inPlace", formats: all },
    instructions: "optional",
    decimals: undefined
  },
  litellm: { ...base, instructions: "optional" },
  llamacpp: { ...base, images: { max: 8, as: "dataUrls", formats: all }, decimals: undefined },
  localai: {
    ...base,
    questions: 64,
    options: 26,
    images: { max: 8, as: "dataUrls", formats: [png, jpeg] },
    takesBlank: false
  },
  ollama: {
    ...base,
    questions: 64,
    options: 26,
    images: { max: 8, as: "base64", formats: all },
    content: "text",
    takesBlank: false,
    decimals: undefined
  },
  openrouter: {
    ...base,
    images: { max: 8, as: "inPlace", formats: all },
    bothCriteria: true
  },
  sglang: {
    ...base,
    images: { max: 8, as: "dataUrls", formats: all },
    instructions: "optional",
    takesBlank: false,
    decimals: undefined
  },
  typesafe: { ...base, questions: 64, instructions: "noul" },
  unknown: { ...base, questions: 64, content: "text", takesBlank: false },
  vllm: { ...base, questions: 64, options: 26, decimals: undefined }
} as const satisfies { readonly [server: string]: Flavor }

/** A server that speaks System One. */
export type Server = keyof typeof flavors

/** Models whose own limits are tighter, by a part of their names; elsewhere the configuration says so. */
const models: ReadonlyArray<{
  readonly name: RegExp
  readonly server?: Server
  readonly tighter: Partial<Pick<Flavor, "options">> & { readonly images?: number }
}> = [
  { name: /openjev/i, server: "llamacpp", tighter: { options: 52 } },
  { name: /tev/i, server: "localai", tighter: { options: 24 } },
  { name: /clef/i, server: "openrouter", tighter: { images: 4 } }
]

/** The flavor of a server for one model. */
export const flavorFor = (server: Server, model: string): Flavor => {
  const flavor: Flavor = flavors[server]
  const found = models.find(({ name, server: at }) => at === server && name.test(model))
  if (found === undefined) return flavor
  const { images, options = flavor.options } = found.tighter
  return {
    ...flavor,
    options,
    images: flavor.images && { ...flavor.images, max: images ?? flavor.images.max }
  }
}
