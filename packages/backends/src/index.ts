// Backends: other servers that answer the requests of this one.
export {
  Backend,
  type BackendOptions,
  layer as layerBackend,
  type RequestSender
} from "./leadline/Backend.ts"
export type { CircuitBreakerOptions } from "./http/CircuitBreaker.ts"
export { requestIdHeader } from "./http/forwardHeaders.ts"
export type { BackendInstance, BackendKind, Dependencies, Resource, Services } from "./kinds/BackendKind.ts"
export { kinds } from "./kinds/registry.ts"
export { layerLocalModel } from "./llama/layer.ts"
export { describeModel } from "./llama/check.ts"
export type { GenerateOptions, LocalMessage, LocalModel } from "./llama/LocalModel.ts"
export type { LocalModelSettings } from "./llama/settings.ts"
export { resources } from "./kinds/Services.ts"
export { layerResource } from "./leadline/resources.ts"
export { ConfigurationError } from "./configuration/ConfigurationError.ts"
export { type ConfigurationText, parseConfiguration, type SecretSource } from "./configuration/parse.ts"
export { maxConfigurationLength } from "./configuration/settings.ts"
export { PublishedFile } from "./configuration/schema.ts"
export {
  type BackendSettings,
  type Configuration,
  embedded,
  type Price,
  type RequestLimits,
  type Routes,
  type Step
} from "./configuration/settings.ts"
export type { FetchedPage, FetchOptions, FetchPage } from "./fetch-url/FetchPage.ts"
export type { Finding } from "./check/checks.ts"
export { Backends, type CheckedBackend, layer } from "./routing/Backends.ts"
export type { PreparedBackend, RuntimeOptions, WebOptions } from "./routing/ActiveConfiguration.ts"
export { backendHeader } from "./routing/tryInOrder.ts"
