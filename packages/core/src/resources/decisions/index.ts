// Decisions: yes-or-no, choice and rating questions about content, answered with probabilities.
// Source: §2.1, §2.2, §2.3, §4.1.
export { layerClient } from "./client.ts"
export {
  imageTile,
  imageTiles,
  images,
  inputPrice,
  inputTokens,
  levels,
  modelWait,
  options,
  questions
} from "./limits.ts"
export {
  type Ask,
  type AskOption,
  choiceConfidence,
  meanLevel,
  probabilities,
  scoreConfidence,
  type Weighing
} from "./answersFromWeights.ts"
export { Action, actionOf, PolicyResult, QuestionResult, type ReviewReason } from "./policyResult.ts"
export type { AnswerOf, Question, Questions, Usage } from "./schema.ts"
export {
  Answer,
  ChoiceAnswer,
  ChoiceQuestion,
  DecisionsRequest,
  DecisionsResponse,
  Model,
  NoulAnswer,
  NoulQuestion,
  ScoreAnswer,
  ScoreQuestion
} from "./schema.ts"
export { ServedState as State } from "./serverRequest.ts"
export { Decisions, type DecisionsMethods, type Engine, make } from "./service.ts"
export { fromWeigher, type Weigher } from "./weighing.ts"
export { Aliases } from "./models.ts"
