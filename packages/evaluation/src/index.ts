// Statistics of decisions, as pure functions.
export { type Confusion, confusionMatrix, kappa, krippendorffAlpha, type Weights } from "./agreement.ts"
export {
  applyIsotonic,
  applyTemperature,
  applyVectorScaling,
  type Counted,
  fitIsotonic,
  fitTemperature,
  fitVectorScaling,
  type IsotonicPoint,
  type TemperatureFit,
  type VectorScaling
} from "./calibration.ts"
export {
  calibrationError,
  calibrationEstimate,
  debiasedCalibrationError,
  equalMassBins,
  type Forecast,
  perfectCalibrationError,
  toCell
} from "./calibrationError.ts"
export {
  type CoveragePoint,
  type Judged,
  type Level,
  riskCoverage,
  riskCoverageAreas,
  toLevels
} from "./coverage.ts"
export { type AuditedPromise, isPromiseBroken } from "./drift.ts"
export {
  brierOfRow,
  compareQuestion,
  type Comparison,
  confidenceOf,
  evaluateQuestion,
  logLossOfRow,
  type QuestionFigures,
  type QuestionType
} from "./evaluateQuestion.ts"
export { type CalibrationFigures, type ClassFigures, type LabelledRow } from "./forecastFigures.ts"
export {
  clusteredStandardError,
  effectiveRows,
  type Estimate,
  type Interval,
  upperBound,
  wilson
} from "./intervals.ts"
export {
  brierOf,
  type BrierParts,
  brierParts,
  type Cell,
  logLossOf,
  type Probabilities,
  rankedProbabilityScoreOf
} from "./losses.ts"
export { mcnemar } from "./pairs.ts"
export {
  errorAtMost,
  fitPolicy,
  type FittedQuestion,
  isActedUpon,
  type PolicyPromise,
  type QuestionRows,
  type Threshold
} from "./policy.ts"
export { applyCalibration, type Calibration, fitCalibration } from "./policyCalibration.ts"
export { seededRandom } from "./random.ts"
export { fixedSequence, riskSteps, rowsForPower, rowsWithoutError, type Step } from "./thresholds.ts"
