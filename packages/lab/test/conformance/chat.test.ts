// Conformance of the fake chat engine in every setup.
import { chatCases, chatSetups, fakeChatCases, layerFakeChat } from "../../src/index.ts"
import { runCases } from "./runCases.ts"

runCases(chatSetups(layerFakeChat), [...chatCases, ...fakeChatCases])
