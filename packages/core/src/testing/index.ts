// What others may see of the doubles for their own tests.
export { answer, type AnswerOptions } from "./answer.ts"
export { fault, type RawAnswer, type StatusOptions } from "./fault.ts"
export { ScriptError, type ScriptRules, type ScriptStep } from "./Script.ts"
export { type Scripted, scripted, type ScriptedOptions } from "./scripted.ts"
export type { SentRequest } from "./SentRequest.ts"
export type { Step } from "./Step.ts"
export { type Expected, when } from "./when.ts"
