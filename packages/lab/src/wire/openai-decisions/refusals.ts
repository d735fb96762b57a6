// Wire cases of OpenAI's Decisions that are refused: error objects with a field.
import {
  casesWith,
  dialectFailures,
  error,
  failureCases,
  fieldOf,
  unauthorized,
  wrongMethod,
  type WireCase
} from "../WireCase.ts"
import { path, predicate, image, user, ask } from "./requests.ts"

const made = casesWith("openai decisions: ", { path })
const refused = (name: string, body: object | string, message: string) =>
  made(`${name} is 400`, body, 400, error(message, "invalid_request_error", fieldOf(message)))

const choice = (choices: unknown) => ask([{ type: "choice", instructions: "x", choices }])

/** Requests that are refused. */
export const refusals: ReadonlyArray<WireCase> = [
  refused("a body that is no JSON", "{", "The body is not valid JSON, at byte 1"),
  refused("a body that is no object", "[]", "expected object"),
  refused("a missing input", { model: "decider-27b", questions: [predicate] }, "input: field required"),
  refused("an unknown field", ask([predicate], { state: "x" }), "state: unknown field"),
  refused(
    "an unknown model",
    ask([predicate], { model: "gpt-6-luna" }),
    "model: expected one of decider-27b, decider-27b-v0, jev-latest"
  ),
  refused("no question", ask([]), "questions: expected 1 to 400 questions, got 0"),
  refused(
    "the 401st question",
    ask(Array.from({ length: 401 }, () => predicate)),
    "questions: expected 1 to 400 questions, got 401"
  ),
  refused(
    "a name twice",
    ask([
      { ...predicate, name: "a" },
      { ...predicate, name: "a" }
    ]),
    "questions[1].name: expected names of questions to be distinct"
  ),
  refused(
    "the text of a boolean beside it",
    choice([{ value: true }, { value: "true" }]),
    "questions[0].choices: expected choices whose values are distinct, also as text"
  ),
  refused(
    "a single choice",
    choice([{ value: "a" }]),
    "questions[0].choices: expected 2 to 255 choices, got 1"
  ),
  refused(
    "a single level",
    ask([{ type: "score", instructions: "x", levels: [{ label: "a" }] }]),
    "questions[0].levels: expected 2 to 10 levels, got 1"
  ),
  refused(
    "an image by address",
    ask([predicate], { input: [user([{ type: "input_image", image_url: "https://example.test/a.png" }])] }),
    "input[0].content[0].image_url: expected a base64 data URL of image/png, image/jpeg or image/webp"
  ),
  refused(
    "an image in a question",
    ask([{ type: "predicate", instructions: [image] }]),
    "questions[0].instructions[0].image_url: expected no image in a question: images belong to the input"
  ),
  refused(
    "the ninth image",
    ask([predicate], {
      input: [user(Array.from({ length: 5 }, () => image)), user(Array.from({ length: 4 }, () => image))]
    }),
    "input: expected at most 8 images"
  ),
  refused(
    "the output of no call",
    ask([predicate], { input: [{ type: "function_call_output", call_id: "c", output: "x" }] }),
    "input[0].call_id: expected the call_id of a call before it"
  ),
  refused(
    "an item of SGLang's dialect",
    ask([{ id: "a", type: "choice", question: "Is it?", options: [{ name: "a" }, { name: "b" }] }]),
    "questions[0].id: unknown field. Items with a question, as SGLang takes them, are another dialect: here they have instructions"
  ),
  refused(
    "a type of SGLang's dialect",
    ask([{ type: "yes_no", question: "Is it?" }]),
    "questions[0]: expected a question of type predicate, choice or score. Items with a question, as SGLang takes them, are another dialect: here they have instructions"
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
