// Wire cases of responses: JSON and streams under two paths, errors with the status as code and the field.
import {
  byServer,
  casesWith,
  codedError as error,
  failureCases,
  fieldOf,
  passedFailures,
  refusalsWith,
  streaming,
  wrongMethod,
  type WireCase
} from "./WireCase.ts"

const path = "/v1/responses"
const asking = (fields: object = {}) => JSON.stringify({ input: "High water", ...fields })
const told = (script: object, fields: object = {}) =>
  JSON.stringify({ input: JSON.stringify(script), stream: true, ...fields })

const page =
  '{"id":1,"url":"https://tides.example/brest","title":"Brest","snippet":"High water 06:12","source":"web"}'
const begun =
  '{"id":"resp_1","object":"response","created_at":1790000000,"model":"fast-search","status":"in_progress","output":[]}'
const said = (status: string, content: string) =>
  `{"type":"message","id":"msg_1","role":"assistant","status":"${status}","content":[${content}]}`
const cited =
  '{"type":"output_text","text":"High water [1]","annotations":[{"type":"url_citation","start_index":11,"end_index":14,"url":"https://tides.example/brest","title":"Brest"}]}'
const found = (results: string) => `{"type":"search_results","queries":["High water"],"results":[${results}]}`
const usage =
  '{"input_tokens":6,"output_tokens":9,"total_tokens":15,"tool_calls_details":{"search_web":{"invocation":1}},"cost":{"currency":"USD","input_cost":0.000001,"output_cost":0.000005,"tool_calls_cost":0.005,"total_cost":0.005006}}'
const whole = `{"id":"resp_1","object":"response","created_at":1790000000,"model":"xai/grok-4-1-fast-non-reasoning","status":"completed","output":[${found(page)},${said("completed", cited)}],"usage":${usage}}`

const place = '"item_id":"msg_1","output_index":1,"content_index":0'
const frames = [
  `"type":"response.created","response":${begun}`,
  `"type":"response.in_progress","response":${begun}`,
  '"type":"response.reasoning.started"',
  `"type":"response.output_item.added","output_index":0,"item":${found("")}`,
  '"type":"response.reasoning.search_queries","queries":["Brest"]',
  `"type":"response.reasoning.search_results","results":[${page}]`,
  `"type":"response.output_item.done","output_index":0,"item":${found(page)}`,
  '"type":"response.reasoning.stopped"',
  `"type":"response.output_item.added","output_index":1,"item":${said("in_progress", "")}`,
  `"type":"response.content_part.added",${place},"part":{"type":"output_text","text":"","annotations":[]}`,
  `"type":"response.output_text.delta",${place},"delta":"High"`,
  `"type":"response.output_text.delta",${place},"delta":" water"`,
  `"type":"response.output_text.delta",${place},"delta":" [1]"`,
  `"type":"response.output_text.done",${place},"text":"High water [1]"`,
  `"type":"response.content_part.done",${place},"part":${cited}`,
  `"type":"response.output_item.done","output_index":1,"item":${said("completed", cited)}`,
  `"type":"response.completed","response":${whole}`
].map((frame, at) => `data: {${frame},"sequence_number":${at}}\n\n`)

const searched = { tools: [{ type: "web_search" }] }
const made = casesWith("responses: ")
const answered = (name: string, at: string, body: string, answer: unknown) =>
  made(name, body, 200, answer, { path: at })
const streamed = (name: string, at: string, body: string, answer: unknown) =>
  made(name, body, 200, answer, { path: at, answerHeaders: streaming })
const refused = (fields: object, message: string, type = "invalid_request") =>
  refusalsWith("responses: ", 400, () => error(message, type, 400, fieldOf(message)), { path })(
    { input: "High water", ...fields },
    message
  )
const words = '{"message":"The service failed.","type":"internal_error","code":"500"}'
const failure = `data: {"type":"response.failed","sequence_number":2,"error":${words},"response":${begun.replace(
  '"status":"in_progress","output":[]',
  `"status":"failed","output":[],"error":${words}`
)}}\n\n`

/** Requests of responses and their answers. */
export const responsesWire: ReadonlyArray<WireCase> = [
  answered("an answer with a search", path, asking(searched), JSON.parse(whole)),
  answered("an answer under /v1/agent", "/v1/agent", asking(searched), JSON.parse(whole)),
  answered(
    "output items are input",
    path,
    asking({
      ...searched,
      input: [
        ...JSON.parse(whole).output,
        { type: "reasoning", id: "rs_1", summary: [] },
        { type: "message", id: "msg_2", role: "assistant", status: null, content: null, phase: "commentary" },
        { type: "function_call", id: "fc_1", call_id: "1", name: "f", arguments: "{}", more: 1 },
        { type: "function_call_output", call_id: "1", output: "{}" },
        { role: "user", content: "High water" }
      ]
    }),
    JSON.parse(whole)
  ),
  streamed("a stream, frame by frame", path, asking({ stream: true, ...searched }), frames.join("")),
  ...[{ fail: "UnavailableError" }, { die: true }, { cut: true }, { say: { secret: "secret-cause" } }].map(
    (script): WireCase =>
      streamed(
        `${Object.keys(script).join()} inside a stream is response.failed`,
        path,
        told({ ...script, after: 2 }),
        frames.slice(0, 2).join("") + failure
      )
  ),
  ...failureCases(passedFailures, (tag) => ({ path, body: told({ fail: tag }) }), {
    coded: true,
    what: "responses: before the first event an engine's"
  }),
  refused({ top_k: 1 }, "top_k: unknown field"),
  refused(
    { tools: [{ type: "function", name: "fetch_url" }] },
    "tools[0].name: expected a name that is not one of the service's own tools"
  ),
  // A client knows no names that a server is configured with.
  byServer(
    refused(
      { model: "gpt-5" },
      "model: expected a model written provider/model, such as perplexity/sonar; GET /v1/models lists more, and a request without one gets the default",
      "invalid_model"
    )
  ),
  // The service names more of the forms that an item may have.
  byServer(
    refused(
      { input: [{ type: "reasoning" }] },
      "input[0].type: expected message; input[0]: expected an item of type message, function_call or function_call_output"
    )
  ),
  refused({ input: "", stream: true }, "input: expected a text that is not empty"),
  refused({ max_steps: 11 }, "max_steps: expected a whole number from 1 to 10"),
  wrongMethod("GET", "/v1/agent", "POST")
]
