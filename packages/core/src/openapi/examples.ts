// Examples of every operation for the OpenAPI document: made up, and each is checked against its schema.

import { embeddingExamples } from "./embeddingExamples.ts"
import { reviewExamples } from "./reviewExamples.ts"

/** A request, an answer and an event of a stream as JSON; a body that is no JSON has none. */
export interface OperationExample {
  readonly request?: unknown
  readonly event?: unknown
  readonly response?: unknown
}

const model = "decider-27b"
const state = "I was charged twice for March. Please pay the second charge back."
const questions = {
  refund: { type: "noul", instructions: "Should the second charge be paid back?" },
  team: { type: "choice", criteria: { billing: "Invoices and refunds", technical: "Bugs and outages" } },
  mood: { type: "score", criteria: ["calm", "annoyed", "furious"] }
}
const decisions: OperationExample = {
  request: { model, state, questions },
  response: {
    model,
    answers: {
      refund: { type: "noul", noul: 0.97 },
      team: {
        type: "choice",
        choice: "billing",
        confidence: 0.98,
        probabilities: { billing: 0.99, technical: 0.01 }
      },
      mood: {
        type: "score",
        score: 1.1,
        confidence: 0.7,
        legend: { 0: "calm", 1: "annoyed", 2: "furious" },
        probabilities: { 0: 0.05, 1: 0.8, 2: 0.15 }
      }
    },
    usage: { input_tokens: 180, output_tokens: 0 }
  }
}

const created = 1_767_323_045
const time = "2026-01-02T03:04:05Z"
const url = "https://tides.example/brest"
const question = "When is high water in Brest?"
const text = "High water is at 06:12 [1]."
const page = {
  title: "Tides in Brest",
  url,
  snippet: "High water 06:12, low water 12:24.",
  date: "2026-01-02"
}
const conversation = { model: "sonar", messages: [{ role: "user", content: question }] }
const completion = {
  id: "5f0b8f5e-0f2c-4a8e-9f6d-3d3b7a0c1e2f",
  model: "sonar",
  created,
  object: "chat.completion",
  choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: text } }],
  citations: [url],
  search_results: [page],
  usage: {
    prompt_tokens: 8,
    completion_tokens: 9,
    total_tokens: 17,
    cost: { input_tokens_cost: 0.000008, output_tokens_cost: 0.000009, total_cost: 0.000017 }
  }
}

const response = {
  id: "resp_5f0b8f5e",
  object: "response",
  created_at: created,
  model: "openai/gpt-5.1",
  status: "completed",
  output: [
    {
      type: "message",
      id: "msg_1",
      role: "assistant",
      status: "completed",
      content: [{ type: "output_text", text: "High water is at 06:12.", annotations: [] }]
    }
  ],
  usage: { input_tokens: 8, output_tokens: 8, total_tokens: 16 }
}

const delta = { role: "assistant", content: "High water " }
const chunk = {
  id: "5f0b8f5e",
  created,
  model: "sonar",
  object: "chat.completion.chunk",
  choices: [{ index: 0, finish_reason: null, logprobs: null, delta }]
}
const place = { item_id: "msg_1", output_index: 0, content_index: 0 }
const event = { type: "response.output_text.delta", sequence_number: 4, ...place, delta: "High water " }

const queued = { id: "5f0b8f5e", created_at: created, model: "sonar", status: "CREATED" }
const skill = {
  skill_id: "skill_5f0b8f5e",
  name: "tide-tables",
  description: "Reads tide tables.",
  revision: "1",
  created_at: time,
  updated_at: time
}

const written = {
  "apiKeys.generate": {
    request: { token_name: "laptop" },
    response: { auth_token: "lk-example", created_at_epoch_seconds: created, token_name: "laptop" }
  },
  "apiKeys.revoke": { request: { auth_token: "lk-example" } },
  "asyncChat.create": {
    request: { request: conversation, idempotency_key: "question-17" },
    response: queued
  },
  "asyncChat.list": { response: { requests: [queued], next_token: null } },
  "asyncChat.get": { response: { ...queued, status: "COMPLETED", response: completion } },
  "chat.create": { request: conversation, event: chunk, response: completion },
  "decisions.create": decisions,
  ...embeddingExamples,
  ...reviewExamples,
  "systemone.create": decisions,
  "openaiDecisions.create": {
    request: {
      model,
      input: state,
      questions: [
        { type: "predicate", name: "refund", instructions: "The second charge should be paid back." },
        {
          type: "choice",
          name: "team",
          instructions: "Who helps?",
          choices: [{ value: "billing" }, { value: "technical" }]
        }
      ]
    },
    response: {
      model,
      answers: [
        { type: "predicate", name: "refund", probability: 0.97 },
        {
          type: "choice",
          name: "team",
          choice: "billing",
          confidence: 0.98,
          probabilities: [
            { value: "billing", probability: 0.99 },
            { value: "technical", probability: 0.01 }
          ]
        }
      ],
      usage: {
        input_tokens: 180,
        input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
        output_tokens: 0,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: 180
      }
    }
  },
  "models.list": {
    response: {
      object: "list",
      data: [{ id: "openai/gpt-5.1", object: "model", created: 0, owned_by: "openai" }]
    }
  },
  "responses.create": { request: { model: "openai/gpt-5.1", input: question }, event, response },
  "search.create": {
    request: { query: "tides brest", max_results: 5 },
    response: { id: "5f0b8f5e", results: [page], server_time: time }
  },
  "skills.list": { response: { skills: [skill] } },
  "skills.create": { response: skill },
  "skills.listRevisions": {
    response: { revisions: [{ revision: "1", name: "tide-tables", created_at: time }] }
  },
  "skills.get": { response: skill },
  "skills.update": { response: { ...skill, revision: "2" } },
  "skills.download": { response: { url: "https://api.example/skills/tide-tables.zip", expires_at: time } },
  "openaiChat.create": {
    request: { ...conversation, max_completion_tokens: 200 },
    event: chunk,
    response: {
      id: "chatcmpl-5f0b8f5e",
      object: "chat.completion",
      created,
      model: "sonar",
      choices: [
        {
          index: 0,
          finish_reason: "stop",
          logprobs: null,
          message: { role: "assistant", content: text, refusal: null }
        }
      ],
      usage: { prompt_tokens: 8, completion_tokens: 9, total_tokens: 17 }
    }
  },
  "openaiModels.list": {
    response: { object: "list", data: [{ id: "sonar", object: "model", created: 0, owned_by: "leadline" }] }
  },
  "openaiModels.retrieve": {
    response: { id: "sonar", object: "model", created: 0, owned_by: "leadline" }
  },
  "openaiResponses.create": { request: { model: "openai/gpt-5.1", input: question }, event, response }
} satisfies { readonly [operation: string]: OperationExample }

/** By the names of operations. */
export const examples: { readonly [operation in keyof typeof written]: OperationExample } & {
  readonly [operation: string]: OperationExample
} = written
