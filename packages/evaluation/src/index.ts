// Statistics of decisions, as pure functions.
export { type Confusion, confusionMatrix, kappa, krippendorffAlpha, type Weights } from "./agreement.ts"
export { binomialCdf, binomialPmf } from "./binomial.ts"
export {
  applyIsotonic,
  applyPlatt,
  applyTemperature,
  applyVectorScaling,
  correctPrior,
  type Counted,
  fitBeta,
  fitIsotonic,
  fitPlatt,
  fitTemperature,
  fitVectorScaling,
  type IsotonicPoint,
  rowsNeeded,
  type TemperatureFit,
  temperatureBounds,
  type VectorScaling
} from "./calibration.ts"
export {
  calibrationError,
  calibrationEstimate,
  classForecasts,
  debiasedCalibrationError,
  equalMassBins,
  equalWidthBins,
  type Forecast,
  perfectCalibrationError,
  toCell,
  topForecasts
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
  auditEvidence,
  betaMixtureRatio,
  chiSquare,
  cusum,
  eProcess,
  errorOfAudit,
  firstAlarm,
  isPromiseBroken,
  jsDivergence,
  klDivergence,
  kolmogorovSmirnov,
  psi,
  psiOfCounts,
  unchangedPsi
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
  byGroup,
  clopperPearson,
  clusteredStandardError,
  effectiveRows,
  type Estimate,
  type Interval,
  meanEstimate,
  shareEstimate,
  standardError,
  upperBound,
  wilson
} from "./intervals.ts"
export {
  binaryBrierOf,
  brierOf,
  type BrierParts,
  brierParts,
  type Cell,
  logLossClip,
  logLossOf,
  meanLevel,
  medianLevel,
  mode,
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
  bonferroniOverSteps,
  boundedLossPValue,
  conformalRank,
  conformalRiskControl,
  fixedSequence,
  holm,
  riskPValue,
  riskSteps,
  rowsForPower,
  rowsWithoutError,
  shareDelta,
  sidakDelta,
  type Step,
  thresholdsFromCosts
} from "./thresholds.ts"
