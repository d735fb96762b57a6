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

const endless = required({ code: { type: "string", pattern: "^(a+)+$" } })

const turns = (
  title: string,
  send: Step,
  answer: ExpectedResponse,
  server: Row["server"] = "embedded"
): Row => open(`${title}: no turn over 100 ms`, send, answer, { server, within: 60_000, turn: 100 })

/** Schemas. */
export const schemaRows: ReadonlyArray<Row> = [
  ...tooLarge.map(([title, schema, word]) =>
    turns(`${title} are refused`, () => chat(schema()), says(422, word))
  ),
  ...tooLarge
    .slice(0, 2)
    .flatMap(([title, schema, word]) => [
      turns(
        `${title} as parameters of a tool are refused`,
        () => run({ tools: [{ type: "function", name: "f", parameters: schema() }] }),
        says(400, word)
      ),
      turns(`${title} on OpenAI's path are refused`, () => openaiChat(format(schema())), says(400, word))
    ]),
  turns("a pattern that tries each way is ended", chat(endless), tooComplex),
  turns(
    "the same for the answer of a model server",
    chat({ type: "string", pattern: "^(a+)+$" }, "letters"),
    tooComplex,
    "backed"
  ),
  turns(
    "an answer of a model server with a million names is 502",
    chat({}, "a million names", { response_format: { type: "text" } }),
    { status: 502, body: "bad_gateway" },
    "backed"
  ),
  turns("a value of 120 MB is not made", () => chat(copies(600)), tooComplex)
]
