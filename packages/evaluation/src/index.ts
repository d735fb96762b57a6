// Statistics of decisions, as pure functions.
export { type Confusion, confusionMatrix, kappa, krippendorffAlpha, type Weights } from "./agreement.ts"
export {
  applyIsotonic,
  applyPlatt,
  applyTemperature,
  applyVectorScaling,
  correctPrior,
  type Counted,
  fitIsotonic,
  fitPlatt,
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
export {
  type AuditedPromise,
  chiSquare,
  cusum,
  eProcess,
  isPromiseBroken,
  kolmogorovSmirnov,
  psi
} from "./drift.ts"
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
  clopperPearson,
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
export { bootstrapMeans, mcnemar, pairedDifference } from "./pairs.ts"
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
export {
  conformalRiskControl,
  fixedSequence,
  riskSteps,
  rowsForPower,
  rowsWithoutError,
  type Step,
  thresholdsFromCosts
} from "./thresholds.ts"
