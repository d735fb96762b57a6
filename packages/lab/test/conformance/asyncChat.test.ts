// Conformance of the fake async chat in every setup.
import {
  asyncChatCases,
  asyncChatSetups,
  failingAsyncChatCases,
  fakeAsyncChatCases,
  layerFakeAsyncChat
} from "../../src/index.ts"
import { runCases } from "./runCases.ts"

runCases(asyncChatSetups(layerFakeAsyncChat), [
  ...asyncChatCases,
  ...failingAsyncChatCases,
  ...fakeAsyncChatCases
])
