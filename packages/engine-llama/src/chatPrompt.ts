// The prompt of a conversation, in the chat template of a model.
import type { LocalMessage } from "@leadline/backends"
import type { ChatHistoryItem, LlamaModel, Token } from "node-llama-cpp"

type Library = typeof import("node-llama-cpp")

const toItem = ({ content, role }: LocalMessage): ChatHistoryItem => {
  if (role === "assistant") return { type: "model", response: [content] }
  return { type: role, text: content }
}

/**
 * Makes prompts for a model. Texts of messages are text alone: what looks like a special token in them is none. Models
 * that think are told not to, as far as their template knows how.
 */
export const makeChatPrompt = (library: Library, model: LlamaModel) => {
  const wrapper = library.resolveChatWrapper(model, {
    warningLogs: false,
    customWrapperSettings: {
      qwen: { thoughts: "discourage" },
      jinjaTemplate: { additionalRenderParameters: { enable_thinking: false } }
    }
  })
  return (messages: ReadonlyArray<LocalMessage>): ReadonlyArray<Token> => {
    const chatHistory = [...messages.map(toItem), { type: "model" as const, response: [] }]
    const { contextText } = wrapper.generateContextState({ chatHistory, availableFunctions: {} })
    return contextText.tokenize(model.tokenizer)
  }
}
