// What each decision server refuses, said apart from the code that is tested: a rule that is broken is its 400.
import * as Predicate from "effect/Predicate"

/** A question as it arrives. */
export interface ReceivedQuestion {
  readonly type?: unknown
  readonly instructions?: unknown
  readonly criteria?: unknown
}

/** A request as it arrives. */
export interface ReceivedRequest {
  readonly model?: unknown
  readonly state?: unknown
  readonly questions: { readonly [name: string]: ReceivedQuestion }
  readonly images?: unknown
}

/** The rules of one server. */
export interface Rules {
  readonly questions?: number
  readonly options?: number
  readonly minimalOptions?: number
  readonly levels?: number
  readonly needsInstructions?: boolean
  readonly needsText?: boolean
  readonly needsState?: boolean
  readonly needsBothCriteria?: boolean
  readonly images?: "dataUrls" | "base64" | "inPlace"
  readonly noWebp?: boolean
  readonly decimals?: number
  /** Answers stand in `result`. */
  readonly inEnvelope?: boolean
}

/** By name, from the documents of these servers. */
export const rules: { readonly [server: string]: Rules } = {
  cloudflare: {
    questions: 64,
    options: 255,
    minimalOptions: 2,
    levels: 10,
    needsInstructions: true,
    images: "dataUrls",
    decimals: 4,
    inEnvelope: true
  },
  fireworks: { options: 208, needsInstructions: true, decimals: 2 },
  leadline: { questions: 128, options: 255, levels: 10, images: "inPlace" },
  litellm: { questions: 128, options: 255, levels: 10, decimals: 2 },
  llamacpp: { options: 255, minimalOptions: 2, levels: 10, needsInstructions: true, images: "dataUrls" },
  localai: {
    questions: 64,
    options: 26,
    minimalOptions: 2,
    levels: 10,
    needsInstructions: true,
    needsState: true,
    images: "dataUrls",
    noWebp: true,
    decimals: 4
  },
  ollama: {
    questions: 64,
    options: 26,
    minimalOptions: 2,
    levels: 26,
    needsInstructions: true,
    needsText: true,
    needsState: true,
    images: "base64"
  },
  openai: { questions: 200, options: 255, decimals: 2 },
  openrouter: { needsInstructions: true, needsBothCriteria: true, images: "inPlace", decimals: 2 },
  sglang: { options: 255, levels: 10, needsState: false, images: "dataUrls" },
  typesafe: { options: 255, levels: 10, minimalOptions: 2, decimals: 2 },
  unknown: { questions: 64, options: 255, decimals: 2 },
  vllm: { questions: 64, options: 26, levels: 10 }
}

const imageProblem = ({ images, state }: ReceivedRequest, { images: form, noWebp }: Rules) => {
  const inState =
    Array.isArray(state) && state.some((part) => Predicate.isObject(part) && part["type"] === "image_url")
  if (inState && form !== "inPlace") return "an image is read as text"
  if (images === undefined) return undefined
  if (form === undefined || form === "inPlace" || !Array.isArray(images)) return "images"
  const isUrl = images.every((image) => typeof image === "string" && image.startsWith("data:image/"))
  if (isUrl !== (form === "dataUrls")) return "the form of an image"
  return noWebp === true && images.some((image) => String(image).startsWith("data:image/webp"))
    ? "the format of an image"
    : undefined
}

const questionProblem = (question: ReceivedQuestion, server: Rules): string | undefined => {
  const { criteria, instructions = null, type } = question
  const entries = Object.entries(criteria ?? {})
  if (Object.keys(question).some((key) => !["type", "instructions", "criteria"].includes(key)))
    return "a field"
  if (server.needsInstructions === true && instructions === null) return "no instructions"
  if (server.needsText === true) {
    const texts = entries.map(([, entry]) => entry).filter((entry) => type !== "choice" || entry !== null)
    if ([instructions, ...texts].some((text) => typeof text !== "string"))
      return "a description that is no text"
  }
  if (type === "noul") {
    if (criteria === undefined) return instructions === null ? "neither instructions nor criteria" : undefined
    const isKnown = entries.length > 0 && entries.every(([key]) => key === "true" || key === "false")
    const isWhole = server.needsBothCriteria !== true || entries.length === 2
    return isKnown && isWhole ? undefined : "a key of criteria"
  }
  const most = (type === "score" ? server.levels : server.options) ?? Infinity
  const isFew = entries.length < (server.minimalOptions ?? 1)
  return isFew || entries.length > most ? `${entries.length} options` : undefined
}

/** The first rule that a request breaks. */
export const problemIn = (request: ReceivedRequest, server: Rules): string | undefined => {
  const { questions, state } = request
  const count = Object.keys(questions).length
  if (count < 1 || count > (server.questions ?? Infinity)) return `${count} questions`
  if (state === null || state === undefined) return "no state"
  if (server.needsState === true && typeof state === "string" && state.trim() === "") return "a blank state"
  return (
    imageProblem(request, server) ??
    Object.values(questions)
      .map((question) => questionProblem(question, server))
      .find((problem) => problem !== undefined)
  )
}
