// What others may see of the decisions room.
export { layerClient } from "./client.ts"
export {
  imageTile,
  imageTiles,
  images,
  inputTokens,
  levels,
  modelWait,
  options,
  questions
} from "./limits.ts"
export type { Ask, AskOption, Weighing } from "./readout.ts"
export { choiceConfidence, meanLevel, probabilities, scoreConfidence } from "./readout.ts"
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
  ScoreQuestion,
  State
} from "./schema.ts"
export type { DecisionsMethods, Engine } from "./service.ts"
export { Decisions, make } from "./service.ts"
export type { Weigher } from "./weighing.ts"
export { fromWeigher } from "./weighing.ts"
export { Aliases } from "./systemone/dialect.ts"
