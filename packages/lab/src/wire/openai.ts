// Wire cases of OpenAI's base path: chat, responses, embeddings and models.
import {
  casesWith,
  error,
  fieldOf,
  identified,
  refusalsWith,
  streaming,
  unauthorized,
  wrongMethod,
  type WireCase
} from "./WireCase.ts"

const base = "/openai/v1"
const chat = `${base}/chat/completions`
const messages = [{ role: "user", content: "High water" }]
const made = casesWith("openai: ")
const answered = (
  name: string,
  path: string,
  body: object,
  answer: (body: unknown) => boolean,
  notice?: string
) =>
  made(name, body, 200, answer, {
    path,
    answerHeaders: { ...identified, "x-leadline-notice": notice ?? null }
  })

const refused = (path: string, body: object, message: string) =>
  refusalsWith("openai: ", 400, () => error(message, "invalid_request_error", fieldOf(message)), { path })(
    body,
    message
  )

const listed = (path: string, status: number, answer: (body: unknown) => boolean): WireCase => ({
  ...made(`GET ${path} is ${status}`, undefined, status, answer, { method: "GET", path, anonymous: true }),
  answerHeaders: {}
})

const delta = (more: string, finish = "null") =>
  `data: {"id":"c1","object":"chat.completion.chunk","created":1790000000,"model":"sonar","choices":[{"index":0,"delta":{${more}},"logprobs":null,"finish_reason":${finish}}]}\n\n`

/** Requests of OpenAI's clients and their answers. */
export const openaiWire: ReadonlyArray<WireCase> = [
  answered(
    "a chat with fields that change nothing",
    chat,
    { model: "sonar", messages, seed: 1, user: "me", n: 1, tools: null, enable_thinking: true },
    (body) => Object(body).choices[0].message.content === "High water",
    "ignored=seed,user,enable_thinking"
  ),
  made(
    "a chat in a stream",
    { model: "sonar", messages, stream: true },
    200,
    [
      delta('"role":"assistant","content":""'),
      delta('"content":"High"'),
      delta('"content":" water"'),
      delta("", '"stop"'),
      "data: [DONE]\n\n"
    ].join(""),
    { path: chat, answerHeaders: streaming }
  ),
  answered(
    "responses",
    `${base}/responses`,
    { model: "openai/gpt-5", input: "High water", tools: [{ type: "web_search" }], store: false },
    (body) => Object(body).status === "completed",
    "ignored=store"
  ),
  answered(
    "embeddings as numbers",
    `${base}/embeddings`,
    { model: "svc-embed-v1-0.6b", input: "High water" },
    (body) => typeof Object(body).data[0].embedding === "object"
  ),
  listed(`${base}/models`, 200, (body) => Object(body).object === "list"),
  listed(`${base}/models/openai%2Fgpt-5`, 200, (body) => Object(body).id === "openai/gpt-5"),
  listed(`${base}/models/a%2Fb`, 404, (body) => Object(body).error.code === "model_not_found"),
  {
    name: "openai: a path that is not there is 404 with an error object",
    path: `${base}/files`,
    body: "{}",
    status: 404,
    answer: { error: { message: "There is no such path here.", type: "not_found", code: null, param: null } }
  },
  refused(chat, { model: "sonar", messages, n: 2 }, "n: this server cannot do that"),
  refused(
    `${base}/responses`,
    { model: "openai/gpt-5", input: "?", previous_response_id: "resp_1" },
    "previous_response_id: this server cannot do that"
  ),
  unauthorized("openai: no key", { path: chat }),
  wrongMethod("GET", chat, "POST")
]
