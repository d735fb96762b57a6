// One run of the model with its tools, step by step, as a stream of events.
// Source: §2.8, §4.7.
import type * as ApiError from "@leadline/core/errors"
import type { ResponseEvent } from "@leadline/core/responses"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { settleStructured } from "../answering/structured.ts"
import type { Completion, CompletionMessage } from "../completion/Completion.ts"
import { unusable } from "../completion/complete.ts"
import { askAny, type Pieces, requestOf, type Run, type Step } from "./askModels.ts"
import { wireCall } from "./conversation.ts"
import { makeTextWithholder } from "./withholdPreToolText.ts"
import { perform, readCall, type ToolOutcome, type ToolWork } from "./tools.ts"
import { isObjectText } from "../../json/unknownJson.ts"

type Events = Stream.Stream<ResponseEvent, ApiError.ApiError>
type Due = ReadonlyArray<ResponseEvent>

/** Characters of a remark or thought that is shown. */
const thoughtLength = 2_000

/** The end of a run: its answer, or the calls that the caller is to make. */
const finish = Effect.fnUntraced(function* (
  run: Run,
  step: Step,
  completion: Completion,
  gate: ReturnType<typeof makeTextWithholder>
): Effect.fn.Return<Due, ApiError.ApiError> {
  const { events, meter, settings, sources } = run
  const [{ id, name }] = step.models
  const { structured } = settings
  if (completion.toolCalls.length > 0 || structured === undefined) {
    meter.addTokens(name, completion.usage)
    const text = [...events.text(gate.finish()), ...events.endText(sources.all)]
    const calls = completion.toolCalls.flatMap((call) => events.functionCall(call))
    if (text.length + calls.length === 0) return yield* unusable("it has no text")
    return [...text, ...calls, ...events.complete(id, meter.usage())]
  }
  const settled = yield* settleStructured(
    run.context,
    run.formats,
    requestOf(run, step),
    structured,
    completion,
    (usage) => meter.addTokens(name, usage)
  )
  return [...events.text(settled.text), ...events.endText([]), ...events.complete(id, meter.usage())]
})

const begun = ({ events }: Run, work: ToolWork, thought: string): Due => {
  if (work.kind === "search") return events.beginSearch(work.queries, thought)
  return work.kind === "fetch" ? events.beginFetch(work.urls, thought) : []
}

/** The events of a tool's end, and what the model is told. */
const settled = (run: Run, work: ToolWork, outcome: ToolOutcome): readonly [Due, string] => {
  if (work.kind === "search" && outcome.kind === "search") {
    const { cost, note, results } = outcome
    run.meter.addSearchCost(cost)
    const { found, text } = run.sources.add(results)
    run.meter.addInvocation("search_web")
    const told = results.length === 0 && note !== undefined ? note : [text, note ?? ""].join("\n").trim()
    return [run.events.endSearch(work.queries, found), told]
  }
  if (work.kind === "fetch" && outcome.kind === "fetch") {
    run.meter.addInvocation("fetch_url")
    return [run.events.endFetch(outcome.contents), outcome.text]
  }
  return [[], work.kind === "none" ? work.reason : ""]
}

/** Runs the tools that the model calls, all at once, and goes on with what they gave. */
const useTools = (run: Run, step: Step, completion: Completion, thought: string): Events => {
  const { budget } = run
  const works = completion.toolCalls.map((call, at) => budget.admit(readCall(run.settings.tools, call), at))
  const [first] = works
  for (const text of [completion.text, ...completion.toolCalls.map((call) => call.arguments)])
    budget.spend(text.length)
  const results = Effect.gen(function* () {
    const outcomes = yield* Effect.forEach(
      works,
      (work) => Effect.map(perform(run.dependencies, run.settings.tools, work, run.fetching), budget.keep),
      { concurrency: 4 }
    )
    const due: Array<ResponseEvent> = []
    const told: Array<CompletionMessage> = []
    for (const [at, work] of works.entries()) {
      if (at > 0) due.push(...begun(run, work, ""))
      const [events, content] = settled(run, work, outcomes[at] ?? { kind: "none" })
      due.push(...events)
      told.push({ role: "tool", tool_call_id: work.call.id, content })
    }
    const calls = completion.toolCalls.map((call) => wireCall(call.id, call.name, call.arguments))
    const done = step.done + 1
    const next: Step = {
      ...step,
      done,
      tools: done < run.settings.maxSteps && budget.mayCallTools() ? step.tools : [],
      messages: [
        ...step.messages,
        { role: "assistant", content: completion.text, tool_calls: calls },
        ...told
      ]
    }
    return Stream.concat(Stream.fromIterable(due), Stream.unwrap(startStep(run, next)))
  })
  return Stream.concat(
    Stream.fromIterable(first === undefined ? [] : begun(run, first, thought.slice(0, thoughtLength))),
    Stream.unwrap(results)
  )
}

/** The calls of the caller's functions. Tools called beside them are left: the run stops here. */
const functionCalls = ({ settings }: Run, { toolCalls }: Completion) =>
  toolCalls.filter(({ name }) =>
    settings.tools.some((tool) => tool.type === "function" && tool.name === name)
  )

/** Continues after the model's answer to a step. */
const after = (
  run: Run,
  step: Step,
  completion: Completion,
  gate: ReturnType<typeof makeTextWithholder>
): Events => {
  const own = functionCalls(run, completion)
  const fault =
    completion.toolCalls.length > 0 && step.tools.length === 0
      ? "it calls a function that was not offered"
      : own.every((call) => isObjectText(call.arguments))
        ? undefined
        : "the arguments of its function call are no JSON object"
  if (fault !== undefined) return Stream.fail(unusable(fault))
  if (completion.toolCalls.length === 0 || own.length > 0)
    return Stream.unwrap(
      Effect.map(finish(run, step, { ...completion, toolCalls: own }, gate), (due) =>
        Stream.fromIterable(due)
      )
    )
  run.meter.addTokens(step.models[0].name, completion.usage)
  const remark = gate.remark()
  const ending = remark === undefined ? run.events.endText(run.sources.all) : []
  const thought = remark === undefined || remark === "" ? completion.reasoning.trim() : remark
  return Stream.concat(Stream.fromIterable(ending), useTools(run, step, completion, thought))
}

/** The events of a step whose answer arrives. */
const follow = (run: Run, step: Step, pieces: Pieces): Events => {
  const { settings, sources } = run
  const isCited = settings.tools.some(({ type }) => type === "web_search")
  const gate = makeTextWithholder({
    mayCallTools: step.tools.length > 0,
    sources: isCited ? () => sources.all.length : undefined
  })
  let completion: Completion | undefined
  const during = pieces.pipe(
    Stream.map((piece): Due => {
      if (piece.type === "end") completion = piece.completion
      if (piece.type !== "text" || settings.structured !== undefined) return []
      return run.events.text(gate.add(piece.text))
    }),
    Stream.flattenIterable
  )
  const rest = Stream.suspend(() =>
    completion === undefined ? Stream.fail(unusable("it has no end")) : after(run, step, completion, gate)
  )
  return Stream.concat(during, rest)
}

/** Begins a step: asks the model, and gives the events that follow. */
export const startStep = (run: Run, step: Step): Effect.Effect<Events, ApiError.ApiError> =>
  Effect.map(askAny(run, step), ([asked, pieces]) => follow(run, asked, pieces))
