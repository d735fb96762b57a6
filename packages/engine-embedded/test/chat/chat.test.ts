// The chat engine over the harbour pages.
import { assert, describe, it } from "@effect/vitest"
import { Chat, type ChatRequest } from "@leadline/core/chat"
import * as ApiError from "@leadline/core/errors"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { engine, heard, services } from "../support/services.ts"

const ask = (content: string, more: Partial<ChatRequest> = {}): ChatRequest => ({
  model: "sonar",
  messages: [{ role: "user", content }],
  ...more
})

const create = Effect.fnUntraced(function* (request: ChatRequest) {
  return yield* (yield* Chat).create(request)
})
const text = Effect.fnUntraced(function* (request: ChatRequest) {
  return (yield* create(request)).choices[0]?.message.content
})
const events = Effect.fnUntraced(function* (request: ChatRequest) {
  return yield* Stream.runCollect(yield* (yield* Chat).stream(request))
})
const tide = "When is high water at Brest?"

describe("an answer", () => {
  it.effect("is composed of what search found, with citations", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* text(ask(tide)), "High water at Brest is at 06:12 on Saturday [1].")
      assert.strictEqual(
        yield* text(ask("Who is the harbour master?")),
        "The harbour master is Anne Le Goff [1]."
      )
      assert.match(
        (yield* text(ask("Why does the lighthouse stand there?"))) ?? "",
        /because ships have to pass the narrows \[\d\]/
      )
      assert.match(
        (yield* text(ask("What is the fee per night for a boat under 10 metres?"))) ?? "",
        /18 EUR \[1\]/
      )
    }).pipe(Effect.provide(services()))
  )
  it.effect("is the same every time, but for id and time", () =>
    Effect.gen(function* () {
      const { created: _a, id: first, ...one } = yield* create(ask(tide))
      const { created: _b, id: second, ...two } = yield* create(ask(tide))
      assert.deepEqual(one, two)
      assert.notStrictEqual(first, second)
    }).pipe(Effect.provide(services()))
  )
  it.effect("says plainly that nothing was found", () =>
    Effect.gen(function* () {
      const none = yield* create(ask("Who painted the ceiling of the Sistine chapel?"))
      assert.strictEqual(none.choices[0]?.message.content, "No page was found for this question.")
      assert.deepEqual(none.citations, [])
      assert.match(
        (yield* text(ask("Who repairs bicycles in Brest?"))) ?? "",
        /^No answer to this question was found on the/
      )
    }).pipe(Effect.provide(services()))
  )
  it.effect("has citations in the order of its results, dates only where known, and its whole cost", () =>
    Effect.gen(function* () {
      const { citations, search_results, usage } = yield* create(ask(tide))
      assert.deepEqual(
        citations,
        search_results?.map(({ url }) => url)
      )
      assert.deepEqual(search_results?.[0], {
        title: "Tides at Brest",
        url: "https://tides.example/brest",
        date: "2026-11-20",
        snippet:
          "High water at Brest is at 06:12 on Saturday. The tide range is 7.3 metres, the largest of the month.",
        source: "web"
      })
      assert.isFalse(Object.hasOwn(search_results?.[1] ?? {}, "date"))
      assert.deepEqual(usage, {
        prompt_tokens: 7,
        completion_tokens: 13,
        total_tokens: 20,
        cost: {
          input_tokens_cost: 0.000007,
          output_tokens_cost: 0.000013,
          request_cost: 0.005,
          total_cost: 0.00502
        },
        search_context_size: "low",
        num_search_queries: 1
      })
    }).pipe(Effect.provide(services()))
  )
  it.effect("without search comes from the conversation and says so", () =>
    Effect.gen(function* () {
      heard.length = 0
      const answer = yield* create(
        ask("What colour is the boat?", {
          disable_search: true,
          messages: [
            { role: "system", content: "The boat is blue. The crew is small." },
            { role: "user", content: "What colour is the boat?" }
          ]
        })
      )
      assert.strictEqual(
        answer.choices[0]?.message.content,
        "The boat is blue.\n\nThis is taken from the conversation; no sources were used."
      )
      assert.strictEqual(heard.length, 0)
      assert.isUndefined(answer.citations)
      assert.isUndefined(answer.usage?.search_context_size)
      assert.isUndefined(answer.usage?.cost?.request_cost)
      assert.strictEqual(
        yield* text(ask("hello", { enable_search_classifier: true })),
        "Nothing in this conversation answers this, and no sources were used."
      )
    }).pipe(Effect.provide(services()))
  )
  it.effect("ends at max_tokens with length, at a stop string with stop", () =>
    Effect.gen(function* () {
      const short = yield* create(ask(tide, { max_tokens: 1 }))
      assert.deepEqual(
        [short.choices[0]?.message.content, short.choices[0]?.finish_reason],
        ["High", "length"]
      )
      assert.strictEqual(short.usage?.completion_tokens, 1)
      const stopped = yield* create(ask(tide, { stop: ["Saturday", " at 06"] }))
      assert.deepEqual(
        [stopped.choices[0]?.message.content, stopped.choices[0]?.finish_reason],
        ["High water at Brest is", "stop"]
      )
    }).pipe(Effect.provide(services()))
  )
  it.effect("has related questions and images when asked for", () =>
    Effect.gen(function* () {
      const answer = yield* create(
        ask(tide, { return_images: true, return_related_questions: true, image_format_filter: ["png"] })
      )
      assert.deepEqual(answer.images, [
        {
          image_url: "https://tides.example/img/table-640x480.png",
          origin_url: "https://tides.example/brest",
          title: "Tide table",
          width: 640,
          height: 480
        }
      ])
      const related = answer.related_questions ?? []
      assert.isTrue(related.length >= 1 && related.length <= 5)
      assert.include(related, "How do I book a seat?")
      const plain = yield* create(ask(tide))
      assert.isUndefined(plain.images)
      assert.isUndefined(plain.related_questions)
    }).pipe(Effect.provide(services()))
  )
  it.effect("hands all filters to search, nulls left out", () =>
    Effect.gen(function* () {
      heard.length = 0
      yield* create(
        ask(tide, {
          search_mode: "academic",
          search_domain_filter: ["tides.example"],
          search_recency_filter: null,
          last_updated_after_filter: "1/2/2026",
          web_search_options: { search_context_size: "high", user_location: { country: "FR", city: "Brest" } }
        })
      )
      assert.deepEqual(heard, [
        {
          query: tide,
          max_results: 12,
          max_tokens_per_page: 4096,
          max_tokens: 32768,
          country: "FR",
          search_mode: "academic",
          search_domain_filter: ["tides.example"],
          last_updated_after_filter: "1/2/2026"
        }
      ])
    }).pipe(Effect.provide(services()))
  )
  it.effect("prefers pages of the wanted language, and takes others when there are none", () =>
    Effect.gen(function* () {
      heard.length = 0
      const answer = yield* create(ask(tide, { language_preference: "fr" }))
      assert.deepEqual(
        heard.map(({ search_language_filter: languages }) => languages),
        [["fr"], undefined]
      )
      assert.strictEqual(answer.usage?.num_search_queries, 2)
      assert.strictEqual(answer.citations?.[0], "https://tides.example/brest")
    }).pipe(Effect.provide(services()))
  )
  it.effect("fails as search does", () =>
    Effect.gen(function* () {
      const failure = new ApiError.UnavailableError({ message: "The index is being built." })
      const broken = { create: () => Effect.fail(failure) }
      const error = yield* Effect.flip(Effect.provide(create(ask(tide)), services({ ...engine, ...broken })))
      assert.strictEqual(error._tag, "UnavailableError")
      const before = yield* Effect.flip(Effect.provide(events(ask(tide)), services({ ...engine, ...broken })))
      assert.strictEqual(before._tag, "UnavailableError")
    })
  )
})

const format = (schema: object): Partial<ChatRequest> => ({
  response_format: { type: "json_schema", json_schema: { schema: { ...schema } } }
})

describe("an answer of a schema", () => {
  it.effect("is JSON of it, filled from the pages", () =>
    Effect.gen(function* () {
      const schema = {
        type: "object",
        required: ["time", "range_metres", "flood"],
        properties: {
          time: { type: "string", format: "time", description: "time of high water" },
          range_metres: { type: "number" },
          flood: { type: "boolean", description: "Do spring tides flood the lower quay?" }
        }
      }
      const content = yield* text(
        ask("When is high water at Brest, and how large is the tide range?", format(schema))
      )
      assert.deepEqual(JSON.parse(content ?? ""), { time: "06:12", range_metres: 7.3, flood: true })
    }).pipe(Effect.provide(services()))
  )
  it.effect("that is wrong or cannot be satisfied is refused with its place", () =>
    Effect.gen(function* () {
      const paths = yield* Effect.forEach(
        [{ properties: { a: { type: "text" } } }, { enum: [false], type: "string" }],
        (schema) =>
          Effect.map(Effect.flip(create(ask(tide, format(schema)))), (error) =>
            error._tag === "InvalidRequestError"
              ? error.issues?.map(({ path }) => path.join("."))
              : error._tag
          )
      )
      assert.deepEqual(paths, [
        ["response_format.json_schema.schema.properties.a.type"],
        ["response_format.json_schema.schema"]
      ])
    }).pipe(Effect.provide(services()))
  )
})

describe("a stream", () => {
  it.effect("in full mode joins to the answer, with metadata where it is due", () =>
    Effect.gen(function* () {
      const all = yield* events(ask(tide))
      const last = all.at(-1)
      const whole = yield* create(ask(tide))
      assert.deepEqual(
        all.map(({ object }) => object),
        [...Array.from({ length: 10 }, () => "chat.completion.chunk"), "chat.completion.done"]
      )
      assert.strictEqual(
        all.map(({ choices: [choice] }) => choice?.delta.content).join(""),
        whole.choices[0]?.message.content
      )
      assert.deepEqual(last?.choices[0], {
        index: 0,
        delta: { role: "assistant", content: "" },
        message: { role: "assistant", content: "High water at Brest is at 06:12 on Saturday [1]." },
        finish_reason: "stop"
      })
      assert.deepEqual(last?.usage, whole.usage)
      assert.deepEqual(all[0], {
        id: last?.id ?? "",
        model: "sonar",
        created: last?.created ?? 0,
        object: "chat.completion.chunk",
        choices: [{ index: 0, delta: { role: "assistant", content: "High" }, finish_reason: null }],
        citations: whole.citations ?? [],
        search_results: whole.search_results ?? [],
        usage: {
          prompt_tokens: 7,
          completion_tokens: 1,
          total_tokens: 8,
          search_context_size: "low",
          cost: { input_tokens_cost: 0, output_tokens_cost: 0, total_cost: 0 }
        }
      })
      assert.isTrue(all.every(({ citations }) => citations?.length === whole.citations?.length))
      assert.deepEqual(
        all.map(({ search_results }) => search_results !== undefined),
        [true, ...Array.from({ length: 9 }, () => false), true]
      )
      assert.strictEqual(new Set(all.map(({ id }) => id)).size, 1)
    }).pipe(Effect.provide(services()))
  )
  it.effect("in concise mode shows steps of reasoning first, then bare text", () =>
    Effect.gen(function* () {
      const all = yield* events(ask(tide, { model: "sonar-reasoning-pro", stream_mode: "concise" }))
      const kinds = [...new Set(all.map(({ object }) => object))]
      assert.deepEqual(kinds, [
        "chat.reasoning",
        "chat.reasoning.done",
        "chat.completion.chunk",
        "chat.completion.done"
      ])
      const steps = all.flatMap(({ choices: [choice], object }) =>
        object === "chat.reasoning" ? (choice?.delta.reasoning_steps ?? []) : []
      )
      const done = all.find(({ object }) => object === "chat.reasoning.done")
      assert.deepEqual(done?.choices[0]?.message?.reasoning_steps, steps)
      assert.match(steps[0]?.thought ?? "", /^The search for "When is high water at Brest\?" gave 3 pages/)
      assert.isDefined(done?.search_results)
      const chunk = all.find(({ object }) => object === "chat.completion.chunk")
      assert.deepEqual(Object.keys(chunk ?? {}).toSorted(), ["choices", "created", "id", "model", "object"])
    }).pipe(Effect.provide(services()))
  )
  it.effect(
    "of other models: pro shows steps only when asked, deep research only their end, sonar nothing",
    () =>
      Effect.gen(function* () {
        const kinds = Effect.fnUntraced(function* (more: Partial<ChatRequest>) {
          const all = yield* events(ask(tide, { stream_mode: "concise", ...more }))
          return [...new Set(all.map(({ object }) => object))]
        })
        const plain = ["chat.completion.chunk", "chat.completion.done"]
        assert.deepEqual(yield* kinds({}), plain)
        assert.deepEqual(yield* kinds({ model: "sonar-pro" }), plain)
        assert.deepEqual(yield* kinds({ model: "sonar-pro", web_search_options: { search_type: "pro" } }), [
          "chat.reasoning",
          "chat.reasoning.done",
          ...plain
        ])
        assert.deepEqual(yield* kinds({ model: "sonar-deep-research" }), ["chat.reasoning.done", ...plain])
        assert.deepEqual(yield* kinds({ model: "sonar-reasoning-pro", stream_mode: "full" }), plain)
      }).pipe(Effect.provide(services()))
  )
})
