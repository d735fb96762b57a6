// A chat in the terminal: prints each answer while it comes, and keeps the conversation. Ctrl+C stops an answer, Ctrl+D ends.
// Needs LEADLINE_BASE_URL and LEADLINE_API_KEY.
import type { Message } from "@leadline/core/chat"
import { isApiError } from "@leadline/core/errors"
import { createClient } from "@leadline/transport-node"
import { createInterface } from "node:readline"

const client = createClient()
const terminal = createInterface({ input: process.stdin, output: process.stdout, prompt: "> " })
const messages: Array<Message> = []

let answering: AbortController | undefined
terminal.on("SIGINT", () => (answering === undefined ? terminal.close() : answering.abort()))

const answer = async (signal: AbortSignal): Promise<string> => {
  let text = ""
  let sources: ReadonlyArray<string> = []
  try {
    for await (const { choices, citations } of client.chat.stream({ model: "sonar", messages }, { signal })) {
      const piece = choices[0]?.delta.content ?? ""
      process.stdout.write(piece)
      text += piece
      sources = citations ?? sources
    }
    console.log()
    for (const [index, url] of sources.entries()) console.log(`[${index + 1}] ${url}`)
  } catch (error) {
    // What came stays in the conversation. Anything but a failed or a stopped call is a fault of this program.
    if (isApiError(error)) console.log(`\n(${error.message})`)
    else if (signal.aborted) console.log("\n(stopped)")
    else throw error
  }
  return text
}

let isOpen = true
terminal.once("close", () => (isOpen = false))
terminal.prompt()
for await (const content of terminal) {
  if (content.trim() !== "") {
    messages.push({ role: "user", content })
    answering = new AbortController()
    const text = await answer(answering.signal)
    if (text === "") messages.pop()
    else messages.push({ role: "assistant", content: text })
    answering = undefined
  }
  if (isOpen) terminal.prompt()
}

await client.close()
