// The page: a header, and a tab for each feature of the service.
import { render } from "preact"
import { useEffect, useState } from "preact/hooks"
import type { About, Problem } from "../protocol.ts"
import { AboutContext } from "./AboutContext.ts"
import { ProblemView } from "./components/ProblemView.tsx"
import { Tabs } from "./components/Tabs.tsx"
import { about } from "./api.ts"
import { Backends } from "./tabs/Backends.tsx"
import { Decide } from "./tabs/Decide.tsx"
import { Embeddings } from "./tabs/Embeddings.tsx"
import { Faults } from "./tabs/Faults.tsx"
import { KeysAndSkills } from "./tabs/KeysAndSkills.tsx"
import { Search } from "./tabs/Search.tsx"
import { ChatAndResponses } from "./tabs/ChatAndResponses.tsx"
import { problemFrom } from "./useCall.ts"

const tabs = [
  { id: "decide", title: "Decisions", panel: () => <Decide /> },
  { id: "chat", title: "Chat and responses", panel: () => <ChatAndResponses /> },
  { id: "search", title: "Search", panel: () => <Search /> },
  { id: "embeddings", title: "Embeddings", panel: () => <Embeddings /> },
  { id: "keys", title: "Keys and skills", panel: () => <KeysAndSkills /> },
  { id: "backends", title: "Backends", panel: () => <Backends /> },
  { id: "faults", title: "Error handling", panel: () => <Faults /> }
]

const whereOf = ({ baseUrl, runtime }: About): string =>
  baseUrl === undefined
    ? `The service runs inside this demo${runtime === "" ? "" : `, on ${runtime}`}. Nothing leaves your machine.`
    : `Connected to ${baseUrl}. The API key stays on the demo server.`

const Page = () => {
  const [known, setKnown] = useState<About>()
  const [problem, setProblem] = useState<Problem>()
  const ask = () => {
    setProblem(undefined)
    about().then(setKnown, (error: unknown) => setProblem(problemFrom(error)))
  }
  useEffect(ask, [])
  return (
    <AboutContext.Provider value={known}>
      <header>
        <h1>
          <img src="/icon.svg" alt="" width="28" height="28" /> Leadline
        </h1>
        <p>{known === undefined ? "Connecting ..." : whereOf(known)}</p>
        {problem === undefined ? null : <ProblemView problem={problem} again={ask} />}
      </header>
      <main>
        <Tabs label="Features" tabs={tabs} />
      </main>
    </AboutContext.Provider>
  )
}

const place = document.getElementById("app")
if (place !== null) {
  // Replaces the static header, which is for the first paint and for browsers without scripts.
  place.replaceChildren()
  render(<Page />, place)
}
