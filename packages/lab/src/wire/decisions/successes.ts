// Decisions that are answered, byte by byte where the contract says so.
import * as limits from "@leadline/core/decisions"
import { casesWith, identified, json, uuid, type WireCase } from "../WireCase.ts"
import { asking, image, levels, noul, nouls, options, padded, png, wrapped } from "./requests.ts"

const made = casesWith("")
const answered = (name: string, body: string, answer: WireCase["answer"]) => made(name, body, 200, answer)
const ok = (check: (answer: { readonly answers: { readonly [name: string]: unknown } }) => boolean) => check
const any = () => true

/** Requests that are answered with 200. */
export const decisionsSuccesses: ReadonlyArray<WireCase> = [
  answered(
    "the three kinds of question are answered under their names",
    asking(
      {
        sure: noul,
        team: { type: "choice", instructions: null, criteria: { billing: "Invoices", support: null } },
        mood: { type: "score", criteria: ["calm", { text: "cross" }] }
      },
      { text: "Hello" }
    ),
    {
      model: "decider-27b",
      answers: {
        sure: { type: "noul", noul: 0.7310585786300049 },
        team: {
          type: "choice",
          choice: "billing",
          confidence: 0.4621171572600098,
          probabilities: { billing: 0.7310585786300049, support: 0.2689414213699951 }
        },
        mood: {
          type: "score",
          score: 0.2689414213699951,
          confidence: 0.4621171572600098,
          legend: { 0: "calm", 1: { text: "cross" } },
          probabilities: { 0: 0.7310585786300049, 1: 0.2689414213699951 }
        }
      },
      usage: { input_tokens: 300, output_tokens: 0 }
    }
  ),
  answered("the model is echoed as sent", asking({ a: noul }).replace("decider-27b", "decider-27b-v0"), {
    model: "decider-27b-v0",
    answers: { a: { type: "noul", noul: 0.7310585786300049 } },
    usage: { input_tokens: 116, output_tokens: 0 }
  }),
  answered(
    "one option and one level are certain and free",
    asking({ a: { type: "choice", criteria: { only: null } }, b: { type: "score", criteria: ["only"] } }),
    {
      model: "decider-27b",
      answers: {
        a: { type: "choice", choice: "only", confidence: 1, probabilities: { only: 1 } },
        b: { type: "score", score: 0, confidence: 1, legend: { 0: "only" }, probabilities: { 0: 1 } }
      },
      usage: { input_tokens: 0, output_tokens: 0 }
    }
  ),
  answered(
    `${limits.questions.max} questions pass`,
    asking(nouls(limits.questions.max)),
    ok(({ answers }) => Object.keys(answers).length === limits.questions.max)
  ),
  answered(
    `${limits.options.max} options and ${limits.levels.max} levels pass`,
    asking({
      a: { type: "choice", criteria: options(limits.options.max) },
      b: { type: "score", criteria: levels(limits.levels.max) }
    }),
    ok(({ answers }) => Object.keys(answers).length === 2)
  ),
  answered(
    "caller-chosen names are names only, whatever they mean to JavaScript",
    `{"model":"decider-27b","state":"","questions":{"__proto__":{"type":"choice","criteria":{"__proto__":null,"constructor":null}},"toString":{"type":"noul","instructions":""},"10":{"type":"noul","criteria":{"true":"so"}}}}`,
    ok(
      ({ answers }) =>
        ["__proto__", "toString", "10"].every((name) => Object.hasOwn(answers, name)) &&
        JSON.stringify(Object.entries(answers)).includes('"choice":"__proto__"')
    )
  ),
  answered("a nesting of 64 passes", asking({ a: noul }, JSON.parse(wrapped(63))), any),
  answered("of duplicate keys the last counts", asking({ a: noul }).replace("{", `{"model":"x",`), any),
  made("a byte order mark and a strange content type do no harm", `\uFEFF${asking({ a: noul })}`, 200, any, {
    headers: [["content-type", "text/plain; charset=utf-16"]]
  }),
  made("an image that the engine cannot see has a notice", asking({ a: noul }, image(png)), 200, any, {
    answerHeaders: { ...identified, "x-leadline-notice": "images-ignored" }
  }),
  answered("a body of 33,554,432 bytes passes", padded(33_554_432), any),
  made("the scheme may be in any case, with several blanks", asking({ a: noul }), 200, any, {
    anonymous: true,
    headers: [["authorization", "bEARER   ll-test-key-0123456789abcdef"]]
  }),
  made(
    "the model list has 28 entries, needs no key and looks at none",
    undefined,
    200,
    ({ data }: { readonly data: ReadonlyArray<{ readonly id: string; readonly owned_by: string }> }) =>
      data.length === 28 && data.every(({ id, owned_by }) => id.startsWith(`${owned_by}/`)),
    {
      method: "GET",
      path: "/v1/models",
      anonymous: true,
      headers: [["authorization", "Bearer wrong"]],
      answerHeaders: {
        "cache-control": "no-store",
        "content-type": json,
        "x-request-id": uuid,
        "x-ratelimit-limit": null
      }
    }
  )
]
