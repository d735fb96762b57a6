// Rows about JSON Schemas of callers: what is too large is refused at once, the rest is worked on in a thread that is ended.
// Source: §4.7, §4.10; Assumed: ours for all rows.
import { post } from "../requests.ts"
import type { ExpectedResponse, Step } from "../Threat.ts"
import { open, type Row } from "./row.ts"

const list = <A>(length: number, entry: (at: number) => A): Array<A> =>
  Array.from({ length }, (_, at) => entry(at))
const named = <A>(length: number, entry: (at: number) => A): { [name: string]: A } =>
  Object.fromEntries(list(length, (at) => [`p${at}`, entry(at)]))
const long = (text: string, length: number): string => text.repeat(length / text.length)

/** Its text makes `^(a+)+$` try each way to divide the letters. */
const letters = `${"a".repeat(40)}b1`
const content = `Code: ${letters}. The keeper is Anne Le Goff, the shop sells maps, ropes and 3 lamps. ${"More of it. ".repeat(200)}`

const format = (schema: object) => ({
  response_format: { type: "json_schema", json_schema: { name: "a", schema } }
})
const chat = (schema: object, text = content, fields: object = {}): string =>
  post(
    "/v1/sonar",
    JSON.stringify({
      model: "sonar",
      disable_search: true,
      messages: [{ role: "user", content: text }],
      ...format(schema),
      ...fields
    })
  )
const openaiChat = (fields: object): string =>
  post(
    "/openai/v1/chat/completions",
    JSON.stringify({ model: "sonar", messages: [{ role: "user", content }], ...fields })
  )
const run = (fields: object): string => post("/v1/responses", JSON.stringify({ input: content, ...fields }))

const says = (status: number | ReadonlyArray<number>, text: string): ExpectedResponse => ({
  status,
  body: (body) => body.includes(text)
})
const tooComplex = says(400, "Schema too complex")
/** It may be answered, without a value or too complex, as fast as the machine is. */
const any: ExpectedResponse = { status: [200, 400, 422], body: () => true }

const required = (properties: { readonly [name: string]: unknown }): object => ({
  type: "object",
  properties,
  required: Object.keys(properties)
})

/** Schemas that once held the event loop for seconds: they are refused before any work, with a word of the message. */
const tooLarge: ReadonlyArray<readonly [title: string, schema: () => object, word: string]> = [
  [
    "500 patterns of a class of 4,000 characters",
    () => required(named(500, () => ({ type: "string", pattern: `^[${long("ab", 4_000)}]+$` }))),
    "characters"
  ],
  [
    "2,000 references to 2,000 properties",
    () => ({
      $defs: { a: required(named(2_000, () => ({}))) },
      allOf: list(2_000, () => ({ $ref: "#/$defs/a" }))
    }),
    "too complex"
  ],
  ["129,000 keywords", () => named(129_000, () => 0), "values"],
  ["a pattern of 20 MB", () => ({ type: "string", pattern: long("ab", 20_000_000) }), "characters"],
  [
    "250 patterns of 196 classes by property",
    () => required(named(250, (at) => ({ type: "string", pattern: `[${"\\p{L}".repeat(196)}]${at}` }))),
    "classes"
  ]
]

/** A constant of 200,000 characters as the value of each property. */
const copies = (length: number): object => ({
  $defs: { a: { const: long("ab", 200_000) } },
  ...required(named(length, () => ({ $ref: "#/$defs/a" })))
})

/** Texts to stop at, each of which begins almost everywhere in `ababab…`, and is nowhere. */
const stops = list(16, (at) => `b${long("b", 4)}${at}`)

const endless = required({ code: { type: "string", pattern: "^(a+)+$" } })

const turns = (
  title: string,
  send: Step,
  answer: ExpectedResponse,
  server: Row["server"] = "embedded"
): Row => open(`${title}: no turn over 100 ms`, send, answer, { server, within: 60_000, turn: 100 })

/** Schemas. */
export const schemaRows: ReadonlyArray<Row> = [
  ...tooLarge.flatMap(([title, schema, word]) => [
    turns(`${title} are refused`, () => chat(schema()), says(422, word)),
    turns(
      `${title} as parameters of a tool are refused`,
      () => run({ tools: [{ type: "function", name: "f", parameters: schema() }] }),
      says(400, word)
    ),
    turns(`${title} on OpenAI's path are refused`, () => openaiChat(format(schema())), says(400, word))
  ]),
  // Within the bounds, and as much work as possible.
  turns(
    "2,400 merged schemas",
    () => chat({ allOf: list(2_400, (at) => required({ [`p${at}`]: { type: "string" } })) }),
    any
  ),
  turns(
    "64 alternatives of alternatives",
    () => chat({ anyOf: list(64, () => ({ anyOf: list(64, () => ({ type: "object" })) })) }),
    any
  ),
  turns("a pattern that tries each way is ended", chat(endless), tooComplex),
  turns(
    "the same as a parameter of a tool",
    run({
      tools: [{ type: "function", name: "save", parameters: endless }],
      tool_choice: { type: "function", name: "save" }
    }),
    tooComplex
  ),
  turns(
    "the same for the answer of a model server",
    chat({ type: "string", pattern: "^(a+)+$" }, "letters"),
    tooComplex,
    "backed"
  ),
  turns("a value of 120 MB is not made", () => chat(copies(600)), tooComplex),
  turns(
    "a reference to what is no schema is refused",
    chat({ default: { anyOf: 5 }, ...required({ a: { $ref: "#/default" } }) }),
    says(422, "expected a list of schemas")
  ),
  turns(
    "keywords of the validator are no keywords",
    chat({
      __absolute_ref__: "x",
      $ref: "#/$defs/a",
      $defs: { a: {} },
      ...required({ keeper: { type: "string" } })
    }),
    says(200, "Anne Le Goff")
  ),
  turns(
    "a value of 2 MB in events, with texts to stop at and a bound of tokens",
    () => chat(copies(10), content, { stream: true, stop: stops, max_tokens: 128_000 }),
    says(200, "abab")
  )
]
