// Scripts of model servers with OpenAI's routes, as each program has them.
import type { Script, ScriptedReply, ScriptedRequest } from "./Script.ts"
import { type ChatBody, written } from "./writtenAnswers.ts"
import { distribution, idOf, meanOf, tokensOf, vectorOf } from "./scriptedModel.ts"

/** The programs that a script can be. */
export type Program = "llama.cpp" | "Ollama" | "OpenAI" | "SGLang" | "TEI" | "vLLM"

/** A scripted model server. */
export interface ModelScript {
  readonly program: Program
  /** Default `my-model`. */
  readonly models?: ReadonlyArray<string>
  /** What it writes where a schema is given. Default `{"salty":true}`. */
  readonly json?: string
  readonly seesImages?: boolean
  /** Whether it gives vectors of tokens. Default false. */
  readonly tokenVectors?: boolean
  /** Milliseconds for each chat completion. Default 0. */
  readonly after?: number
  /** The answer of the last resort, for faults: gets the right one. */
  readonly alter?: (reply: ScriptedReply, request: ScriptedRequest) => ScriptedReply
}

const refused = (message: string): ScriptedReply => ({ status: 400, body: { error: { message } } })

const promptOf = ({ messages }: ChatBody, image: string): string =>
  messages
    .map(({ content }) =>
      typeof content === "string" ? content : content.map(({ text = image }) => text).join("")
    )
    .join("\n")

const chat = (script: ModelScript, body: ChatBody): ScriptedReply => {
  const { after = 0, program, seesImages = false } = script
  const { logprob_token_ids: ids, top_logprobs: asked = 0 } = body
  if (program === "OpenAI" && body.chat_template_kwargs !== undefined) return refused("unknown field")
  // One token is asked for to count those of an image.
  if (body.top_logprobs === undefined && ids === undefined && body.max_tokens !== 1)
    return { after, ...written(body, script.json) }
  if (asked > 20 && program !== "llama.cpp") return refused("top_logprobs is at most 20")
  const prompt = promptOf(body, seesImages ? "<image>" : "")
  const all = distribution(prompt)
  const top_logprobs =
    ids === undefined
      ? all.slice(0, asked)
      : all
          .filter(({ id }) => ids.includes(id))
          .map(({ id, logprob }) => ({ token: `token_id:${id}`, logprob }))
  const images = seesImages ? prompt.split("<image>").length - 1 : 0
  return {
    after,
    body: {
      model: body.model,
      choices: [
        {
          index: 0,
          message: { role: "assistant", content: all[0]?.token },
          logprobs: { content: [{ ...all[0], top_logprobs }] },
          finish_reason: "length"
        }
      ],
      usage: { prompt_tokens: tokensOf(prompt).length + 64 * images, completion_tokens: 1 }
    }
  }
}

const dimensionsOf = (model: string): number => (model.endsWith("4b") ? 2560 : 1024)

const embeddings = ({ input, model }: { readonly input: ReadonlyArray<string>; readonly model: string }) => {
  const tokens = input.map(tokensOf)
  return {
    body: {
      object: "list",
      model,
      data: tokens.map((own, index) => ({
        index,
        embedding: meanOf(own.map((token) => vectorOf(token, dimensionsOf(model))))
      })),
      usage: { prompt_tokens: tokens.flat().length }
    }
  }
}

/** A token's vector moves with the token before it, as those of a model do with all of the text. */
export const tokenVectors = (text: string, model: string) =>
  tokensOf(text).map((token, at, all) => {
    const before = vectorOf(all[at - 1] ?? "", dimensionsOf(model))
    return vectorOf(token, dimensionsOf(model)).map((value, d) => value + 0.1 * (before[d] ?? 0))
  })

const modelsOf = ({ models = ["my-model"], program }: ModelScript) => {
  const owner = { "llama.cpp": "llamacpp", vLLM: "vllm", SGLang: "sglang", Ollama: "library" } as const
  const owned_by = program === "OpenAI" || program === "TEI" ? "system" : owner[program]
  const max_model_len = program === "vLLM" || program === "SGLang" ? 131_072 : undefined
  return { object: "list", data: models.map((id) => ({ id, object: "model", owned_by, max_model_len })) }
}

const tokenize = (text: string) =>
  tokensOf(text).map((piece) => ({ id: idOf(piece) === -1 ? 1000 + piece.length : idOf(piece), piece }))

interface AnyBody {
  readonly content: string
  readonly input: string | ReadonlyArray<string>
  readonly inputs: string | ReadonlyArray<string>
  readonly prompt: string
  readonly model: string
  readonly with_pieces?: boolean
  readonly return_token_strs?: boolean
}

type Routes = { readonly [route: string]: (body: AnyBody, script: ModelScript) => unknown }

/** The vectors of the tokens of texts; without them the route answers with a status. */
const vectorsOf = (script: ModelScript, input: AnyBody["input"], model: string) =>
  script.tokenVectors === true ? [input].flat().map((text) => tokenVectors(text, model)) : undefined

/** The routes that a program has beside OpenAI's: the body of the answer, undefined for 501. */
const routes: { readonly [program in Program]: Routes } = {
  OpenAI: {},
  SGLang: {},
  Ollama: {
    "GET /api/version": () => ({ version: "0.35.0" }),
    "GET /api/ps": () => ({ models: [{ name: "my-model", context_length: 4096 }] })
  },
  "llama.cpp": {
    "GET /props": (_, { seesImages = false }) => ({
      build_info: "b1",
      default_generation_settings: { n_ctx: 131_072 },
      modalities: { vision: seesImages, audio: false },
      media_marker: "<__media_5f1c__>"
    }),
    "POST /tokenize": ({ content, with_pieces }) => ({
      tokens: with_pieces === true ? tokenize(content) : tokenize(content).map(({ id }) => id)
    }),
    "POST /embeddings": ({ input, model }, script) =>
      vectorsOf(script, input, model)?.map((embedding, index) => ({ index, embedding }))
  },
  vLLM: {
    "POST /tokenize": ({ prompt, return_token_strs }) => ({
      count: tokenize(prompt).length,
      max_model_len: 131_072,
      tokens: tokenize(prompt).map(({ id }) => id),
      ...(return_token_strs === true && {
        token_strs: tokenize(prompt).map(({ piece }) => piece.replaceAll(" ", "Ġ").replaceAll("\n", "Ċ"))
      })
    }),
    "POST /pooling": ({ input, model }, script) => {
      const data = vectorsOf(script, input, model)?.map((vectors, index) => ({ index, data: vectors }))
      return data && { data }
    }
  },
  TEI: {
    "GET /info": () => ({
      model_id: "m",
      max_input_length: 32_768,
      max_client_batch_size: 32,
      auto_truncate: true
    }),
    "POST /tokenize": ({ inputs }) =>
      [inputs].flat().map((text) => {
        let start = 0
        return tokensOf(text).map((piece, id) => {
          const from = start
          start += [...piece].length
          return { id, text: piece, special: false, start: from, stop: start }
        })
      }),
    "POST /embed_all": ({ inputs }, script) => vectorsOf(script, inputs, "4b")
  }
}

/** The script of a model server. */
export const openaiScript =
  (script: ModelScript): Script =>
  (request) => {
    const route = `${request.method} ${request.path}`
    const own = routes[script.program][route]
    const body = request.body as AnyBody & ChatBody & { readonly input: ReadonlyArray<string> }
    const reply = (): ScriptedReply | undefined => {
      const given = own?.(body, script)
      if (own !== undefined) return given === undefined ? { status: 501 } : { body: given }
      if (route === "GET /v1/models") return { body: modelsOf(script) }
      if (route === "POST /v1/chat/completions" && script.program !== "TEI") return chat(script, body)
      return route === "POST /v1/embeddings" ? embeddings(body) : undefined
    }
    const right = reply()
    return right === undefined || script.alter === undefined ? right : script.alter(right, request)
  }
