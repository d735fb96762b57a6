// Rows about JSON Schemas of callers: what is too large is refused at once, the rest is worked on in a thread that is ended.
// Source: §4.7, §4.10; Assumed: ours for all rows.
import { post } from "../requests.ts"
import type { ExpectedResponse } from "../Threat.ts"
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
const $defs = (schemas: object) => ({ $defs: schemas })

/** Schemas that once held the event loop for seconds: they are refused before any work. */
const tooLarge: ReadonlyArray<readonly [title: string, schema: () => object, message: string]> = [
  [
    "500 patterns of a class of 4,000 characters",
    () => required(named(500, () => ({ type: "string", pattern: `^[${long("ab", 4_000)}]+$` }))),
    "characters"
  ],
  [
    "2,000 references to 2,000 properties",
    () => ({
      ...$defs({ a: required(named(2_000, () => ({}))) }),
      allOf: list(2_000, () => ({ $ref: "#/$defs/a" }))
    }),
    "too complex"
  ],
  [
    "2,000 references to 20,000 required names",
    () => ({
      ...$defs({ a: { required: list(20_000, String) } }),
      allOf: list(2_000, () => ({ $ref: "#/$defs/a" }))
    }),
    "values"
  ],
  [
    "unique items of a constant with 20,000 objects",
    () => ({ uniqueItems: true, const: list(20_000, (at) => ({ at })) }),
    "values"
  ],
  ["129,000 keywords", () => named(129_000, () => 0), "values"],
  ["a pattern of 1 MB", () => ({ type: "string", pattern: long("ab", 1_000_000) }), "characters"],
  ["a pattern of 20 MB", () => ({ type: "string", pattern: long("ab", 20_000_000) }), "characters"],
  [
    "250 patterns of 196 classes by property",
    () => required(named(250, (at) => ({ type: "string", pattern: `[${"\\p{L}".repeat(196)}]${at}` }))),
    "classes"
  ],
  ["a name of 200,000 characters", () => ({ properties: { [long("ab", 200_000)]: {} } }), "characters"],
  ["a description of 1 MB", () => ({ description: long("ab", 1_000_000) }), "characters"],
  [
    "1,900 references to an enumeration of 1,000",
    () => ({
      ...$defs({ a: { enum: list(1_000, (at) => `word ${at}`) } }),
      properties: named(1_900, () => ({ $ref: "#/$defs/a" }))
    }),
    "too complex"
  ]
]

/** Schemas within the bounds that are as much work as possible. */
const heavy: ReadonlyArray<readonly [title: string, schema: () => object]> = [
  [
    "2,400 merged schemas",
    () => ({ allOf: list(2_400, (at) => required({ [`p${at}`]: { type: "string" } })) })
  ],
  ["4,000 properties", () => ({ type: "object", properties: named(4_000, () => ({ type: "string" })) })],
  [
    "240 patterns",
    () => required(named(240, (at) => ({ type: "string", pattern: `^(?:[a-z]+ ){1,9}${at}$` })))
  ],
  ["an enumeration of 1,000 texts", () => ({ enum: list(1_000, (at) => `the ${at} ${long("word ", 25)}`) })],
  [
    "64 alternatives of alternatives",
    () => ({ anyOf: list(64, () => ({ anyOf: list(64, () => ({ type: "object" })) })) })
  ]
]

/** A constant of 200,000 characters as the value of each property. */
const copies = (length: number): object => ({
  ...$defs({ a: { const: long("ab", 200_000) } }),
  ...required(named(length, () => ({ $ref: "#/$defs/a" })))
})

/** Texts to stop at, each of which begins almost everywhere in `ababab…`, and is nowhere. */
const stops = list(16, (at) => `b${long("b", 4)}${at}`)

const more = { server: "embedded", within: 60_000, turn: 100 } as const
const endless = { type: "string", pattern: "^(a+)+$" }

/** Schemas. */
export const schemaRows: ReadonlyArray<Row> = [
  ...tooLarge.flatMap(([title, schema, message]) => [
    open(`${title} are refused: no turn over 100 ms`, () => chat(schema()), says(422, message), more),
    open(
      `${title} as parameters of a tool are refused: no turn over 100 ms`,
      () => run({ tools: [{ type: "function", name: "f", parameters: schema() }] }),
      says(400, message),
      more
    )
  ]),
  ...heavy.map(([title, schema]) => open(`${title}: no turn over 100 ms`, () => chat(schema()), any, more)),
  open(
    "a pattern that tries each way is ended: no turn over 100 ms",
    chat(required({ code: endless })),
    tooComplex,
    more
  ),
  open(
    "the same in a run: no turn over 100 ms",
    run({ model: "openai/gpt-5.1", ...format(required({ code: endless })) }),
    tooComplex,
    more
  ),
  open(
    "the same as a parameter of a tool: no turn over 100 ms",
    run({
      tools: [{ type: "function", name: "save_code", parameters: required({ code: endless }) }],
      tool_choice: { type: "function", name: "save_code" }
    }),
    tooComplex,
    more
  ),
  open(
    "the same for the answer of a model server: no turn over 100 ms",
    chat(endless, "letters"),
    tooComplex,
    { ...more, server: "backed" }
  ),
  open("a value of 120 MB is not made: no turn over 100 ms", () => chat(copies(600)), tooComplex, more),
  open("one of 2 MB is: no turn over 100 ms", () => chat(copies(10)), says(200, "abab"), more),
  open(
    "a reference to what is no schema is refused: no turn over 100 ms",
    chat({ default: { anyOf: 5 }, ...required({ a: { $ref: "#/default" } }) }),
    says(422, "expected a list of schemas"),
    more
  ),
  open(
    "keywords of the validator are no keywords: no turn over 100 ms",
    chat({
      __absolute_ref__: "x",
      $ref: "#/$defs/a",
      ...$defs({ a: {} }),
      ...required({ keeper: { type: "string" } })
    }),
    says(200, "Anne Le Goff"),
    more
  ),
  ...tooLarge.map(([title, schema, message]) =>
    open(
      `${title} on OpenAI's path are refused: no turn over 100 ms`,
      () => openaiChat(format(schema())),
      says(400, message),
      more
    )
  ),
  open(
    "a pattern that tries each way on OpenAI's path is ended: no turn over 100 ms",
    openaiChat(format(required({ code: endless }))),
    tooComplex,
    more
  ),
  open(
    "the same as a parameter of a function on OpenAI's path: no turn over 100 ms",
    openaiChat({
      tools: [{ type: "function", function: { name: "save_code", parameters: required({ code: endless }) } }],
      tool_choice: "required"
    }),
    tooComplex,
    more
  ),
  open(
    "a value of 2 MB in events, with texts to stop at: no turn over 100 ms",
    () =>
      openaiChat({
        ...format(copies(10)),
        tools: [{ type: "function", function: { name: "f" } }],
        stop: stops,
        stream: true
      }),
    { status: 200, body: (text) => text.includes("abab") && text.endsWith("data: [DONE]\n\n") },
    more
  ),
  open(
    "a value of 2 MB in events of a chat, with texts to stop at and a bound of tokens: no turn over 100 ms",
    () => chat(copies(10), content, { stream: true, stop: stops, max_tokens: 128_000 }),
    { status: 200, body: (text) => text.includes("abab") },
    more
  ),
  open(
    "a value of 2 MB in events of a run: no turn over 100 ms",
    () => run({ ...format(copies(10)), stream: true }),
    { status: 200, body: (text) => text.includes("response.completed") },
    more
  )
]
