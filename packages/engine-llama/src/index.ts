// A language model in this process, by llama.cpp.
export { layer, type LayerOptions, scopedModel } from "./layer.ts"
export { LlamaError } from "./LlamaError.ts"
export { type LlamaOptions, type LoadedModel, loadModel } from "./loadModel.ts"
