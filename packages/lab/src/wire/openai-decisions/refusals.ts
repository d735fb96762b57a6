// Wire cases of OpenAI's Decisions that are refused: error objects with a field.
import {
  dialectFailures,
  failureCases,
  identified,
  unauthorized,
  wrongMethod,
  type WireCase
} from "../WireCase.ts"
import { path, predicate, image, user, ask } from "./requests.ts"

const refused = (name: string, body: unknown, message: string, param: string | null): WireCase => ({
  name: `openai decisions: ${name} is 400`,
  path,
  body: typeof body === "string" ? body : JSON.stringify(body),
  status: 400,
  answer: { error: { message, type: "invalid_request_error", code: null, param } },
  answerHeaders: identified
})

const choice = (choices: unknown) => ask([{ type: "choice", instructions: "x", choices }])

/** Requests that are refused. */
export const refusals: ReadonlyArray<WireCase> = [
  refused("a body that is no JSON", "{", "The body is not valid JSON, at byte 1", null),
  refused("a body that is no object", "[]", "expected object", null),
  refused(
    "a missing input",
    { model: "decider-27b", questions: [predicate] },
    "input: field required",
    "input"
  ),
  refused("an unknown field", ask([predicate], { state: "x" }), "state: unknown field", "state"),
  refused(
    "an unknown model",
    ask([predicate], { model: "gpt-6-luna" }),
    "model: expected one of decider-27b, decider-27b-v0, jev-latest",
    "model"
  ),
  refused("no question", ask([]), "questions: expected 1 to 400 questions, got 0", "questions"),
  refused(
    "the 401st question",
    ask(Array.from({ length: 401 }, () => predicate)),
    "questions: expected 1 to 400 questions, got 401",
    "questions"
  ),
  refused(
    "a name twice",
    ask([
      { ...predicate, name: "a" },
      { ...predicate, name: "a" }
    ]),
    "questions[1].name: expected names of questions to be distinct",
    "questions[1].name"
  ),
  refused(
    "the text of a boolean beside it",
    choice([{ value: true }, { value: "true" }]),
    "questions[0].choices: expected choices whose values are distinct, also as text",
    "questions[0].choices"
  ),
  refused(
    "a single choice",
    choice([{ value: "a" }]),
    "questions[0].choices: expected 2 to 255 choices, got 1",
    "questions[0].choices"
  ),
  refused(
    "a single level",
    ask([{ type: "score", instructions: "x", levels: [{ label: "a" }] }]),
    "questions[0].levels: expected 2 to 10 levels, got 1",
    "questions[0].levels"
  ),
  refused(
    "an image by address",
    ask([predicate], { input: [user([{ type: "input_image", image_url: "https://example.test/a.png" }])] }),
    "input[0].content[0].image_url: expected a base64 data URL of image/png, image/jpeg or image/webp",
    "input[0].content[0].image_url"
  ),
  refused(
    "an image in a question",
    ask([{ type: "predicate", instructions: [image] }]),
    "questions[0].instructions[0].image_url: expected no image in a question: images belong to the input",
    "questions[0].instructions[0].image_url"
  ),
  refused(
    "the ninth image",
    ask([predicate], {
      input: [user(Array.from({ length: 5 }, () => image)), user(Array.from({ length: 4 }, () => image))]
    }),
    "input: expected at most 8 images",
    "input"
  ),
  refused(
    "the output of no call",
    ask([predicate], { input: [{ type: "function_call_output", call_id: "c", output: "x" }] }),
    "input[0].call_id: expected the call_id of a call before it",
    "input[0].call_id"
  ),
  refused(
    "an item of SGLang's dialect",
    ask([{ id: "a", type: "choice", question: "Is it?", options: [{ name: "a" }, { name: "b" }] }]),
    "questions[0].id: unknown field. Items with a question, as SGLang takes them, are another dialect: here they have instructions",
    "questions[0].id"
  ),
  refused(
    "a type of SGLang's dialect",
    ask([{ type: "yes_no", question: "Is it?" }]),
    "questions[0]: expected a question of type predicate, choice or score. Items with a question, as SGLang takes them, are another dialect: here they have instructions",
    "questions[0]"
  )
]

/** What is as on every path. */
export const same: ReadonlyArray<WireCase> = [
  unauthorized("openai decisions: no key", { path }),
  wrongMethod("GET", path, "POST"),
  ...failureCases(
    dialectFailures,
    (fail) => ({
      path,
      body: JSON.stringify(ask([predicate], { input: [user([{ type: "input_json", data: { fail } }])] }))
    }),
    { what: "openai decisions: as on decisions an engine's" }
  )
]
