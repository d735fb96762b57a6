// The chat tab: chat, and responses with tools.
// Source: §2.8, §2.10.
import { Choices } from "../components/Choices.tsx"
import { Chat } from "../conversation/Chat.tsx"
import { Responses } from "../conversation/Responses.tsx"
import { useSessionState } from "../useSessionState.ts"

const defaults: { readonly shown: "chat" | "responses" } = { shown: "chat" }

/** Chat or responses. Each keeps its state while the other is shown. */
export const ChatAndResponses = () => {
  const [{ shown }, setShown] = useSessionState("talk", defaults)
  return (
    <>
      <div class="kinds">
        <Choices
          label="Kind of answer"
          names={{ chat: "Chat", responses: "Responses" }}
          value={shown}
          set={(name) => setShown({ shown: name })}
        />
      </div>
      <div hidden={shown !== "chat"}>
        <Chat />
      </div>
      <div hidden={shown !== "responses"}>
        <Responses />
      </div>
    </>
  )
}
