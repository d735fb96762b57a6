// Wire cases of chat: JSON and streams under three paths, errors as `{detail}` or with the status as code.
import {
  casesWith,
  detail,
  error,
  failureCases,
  internal,
  passedFailures,
  refusalsWith,
  streaming,
  unauthorized,
  wrongMethod,
  type WireCase
} from "./WireCase.ts"

const path = "/v1/sonar"
const asking = (fields: object = {}, content: unknown = "High water") =>
  JSON.stringify({ model: "sonar", messages: [{ role: "user", content }], ...fields })
const told = (script: object, fields: object = {}) => asking(fields, JSON.stringify(script))

const source =
  '{"title":"Brest","url":"https://tides.example/brest","snippet":"High water 06:12","source":"web"}'
const head = '"id":"c1","model":"sonar","created":1790000000'
const zero = '"cost":{"input_tokens_cost":0,"output_tokens_cost":0,"total_cost":0}'
const counted = (tokens: number) =>
  `"usage":{"prompt_tokens":6,"completion_tokens":${tokens},"total_tokens":${6 + tokens},"search_context_size":"low"`
const cost =
  '"cost":{"input_tokens_cost":0.000006,"output_tokens_cost":0.000009,"request_cost":0.005,"total_cost":0.005015}'
const whole = `"citations":["https://tides.example/brest"],"search_results":[${source}],${counted(2)},${cost},"num_search_queries":1}`

const chunk = (content: string, more: string) =>
  `data: {${head},"object":"chat.completion.chunk","choices":[{"index":0,"finish_reason":null,"delta":{"role":"assistant","content":"${content}"}}]${more}}\n\n`
const done = `data: {${head},"object":"chat.completion.done","choices":[{"index":0,"finish_reason":"stop","delta":{"role":"assistant","content":""},"message":{"role":"assistant","content":"High water"}}],${whole}}\n\n`
const first = `,"citations":["https://tides.example/brest"],"search_results":[${source}],${counted(1)},${zero}}`
const second = `,"citations":["https://tides.example/brest"],${counted(2)},${zero}}`

const full = `${chunk("High", first)}${chunk(" water", second)}${done}data: [DONE]\n\n`

const made = casesWith("chat: ")
const answered = (name: string, at: string, body: string, answer: unknown) =>
  made(name, body, 200, answer, { path: at })
const streamed = (name: string, at: string, body: string, answer: unknown) =>
  made(name, body, 200, answer, { path: at, answerHeaders: streaming })
const refuse = refusalsWith("chat: ", 422, detail, { path })
const refused = (fields: object, ...issues: ReadonlyArray<string>) =>
  refuse({ model: "sonar", messages: [{ role: "user", content: "High water" }], ...fields }, ...issues)
const tokensRule = "max_tokens: expected a whole number from 1 to 128000 [value_error]"
const answer = JSON.parse(
  `{${head},"object":"chat.completion","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"High water"},"delta":{"role":"assistant","content":""}}],${whole}}`
)
const failure =
  'data: {"error":{"message":"The service failed.","type":"internal_error","code":500,"param":null}}\n\n'
const one = chunk("<>", first)

/** Requests of chat and their answers. */
export const chatWire: ReadonlyArray<WireCase> = [
  answered("an answer", path, asking(), answer),
  ...["/chat/completions", "/v1/chat/completions"].map((alias) =>
    answered(`an answer under ${alias}`, alias, asking(), answer)
  ),
  answered(
    "stream null, n of 1 and the largest numbers are taken",
    path,
    asking({
      stream: null,
      n: 1,
      top_k: 4,
      presence_penalty: 0,
      max_tokens: 128_000,
      temperature: 2,
      top_p: 1
    }),
    answer
  ),
  streamed("a full stream, frame by frame", path, asking({ stream: true }), full),
  ...[{ fail: "UnavailableError" }, { die: true }, { cut: true }, { say: { id: 1 } }].map(
    (script): WireCase => {
      const body = told({ ...script, after: 1 }, { stream: true })
      const words = JSON.stringify(JSON.stringify({ ...script, after: 1 })).slice(1, -1)
      // The scripted engine repeats its script as the first word.
      return streamed(
        `${Object.keys(script).join()} inside a stream is one fixed error frame, without [DONE]`,
        path,
        body,
        one.replace("<>", () => words) + failure
      )
    }
  ),
  made(
    "a defect before the first event is 500",
    told({ die: true }, { stream: true }),
    500,
    error(...internal),
    {
      path
    }
  ),
  ...failureCases(passedFailures, (tag) => ({ path, body: told({ fail: tag }, { stream: true }) }), {
    coded: true,
    what: "chat: before the first event an engine's"
  }),
  refused({ top: 1 }, "top: unknown field [extra_forbidden]"),
  refuse({ model: "sonar" }, "messages: field required [missing]"),
  refused(
    { messages: [{ role: "system", content: "x" }] },
    "messages: expected a message with the role user [value_error]"
  ),
  refused({ max_tokens: 128_001 }, tokensRule),
  refused({ temperature: 2.01 }, "temperature: expected a number from 0 to 2 [value_error]"),
  unauthorized("chat: no key", { path }),
  wrongMethod("GET", "/chat/completions", "POST")
]
