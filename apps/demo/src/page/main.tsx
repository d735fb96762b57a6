// The page: a header, and a tab for each feature of the service, which the hash of the URL names.
import { render } from "preact"
import { useEffect, useState } from "preact/hooks"
import { AboutContext } from "./AboutContext.ts"
import { about } from "./api.ts"
import { ProblemView } from "./parts/Problem.tsx"
import { Backends } from "./tabs/Backends.tsx"
import { Chat } from "./tabs/Chat.tsx"
import { Decisions } from "./tabs/Decisions.tsx"
import { Errors } from "./tabs/Errors.tsx"
import { Keys } from "./tabs/Keys.tsx"
import { Search } from "./tabs/Search.tsx"
import { Skills } from "./tabs/Skills.tsx"
import { StructuredOutput } from "./tabs/StructuredOutput.tsx"
import { Tools } from "./tabs/Tools.tsx"
import { useLoaded } from "./useRun.ts"

/** Each tab and the panels on it. */
const tabs = {
  Decisions: [Decisions],
  Errors: [Errors],
  Tools: [Tools, StructuredOutput],
  Chat: [Chat],
  Search: [Search],
  Manage: [Keys, Skills, Backends]
}

const idOf = (title: string) => title.toLowerCase()

/** The name of the open tab. */
const useTab = (): string => {
  const [hash, setHash] = useState(location.hash)
  useEffect(() => {
    const follow = () => setHash(location.hash)
    addEventListener("hashchange", follow)
    return () => removeEventListener("hashchange", follow)
  }, [])
  return Object.keys(tabs).find((title) => `#${idOf(title)}` === hash) ?? "Decisions"
}

const Page = () => {
  const { problem, reload, value } = useLoaded(about)
  const current = useTab()
  /** A panel is made when it is first opened, and keeps its state while others are shown. */
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => setOpened((before) => new Set(before).add(current)), [current])
  return (
    <AboutContext.Provider value={value}>
      <header>
        <h1>
          <img src="/icon.svg" alt="" width="28" height="28" /> Leadline
        </h1>
        <p class="hint">
          {value === undefined
            ? "Connecting ..."
            : value.baseUrl === undefined
              ? `The service runs inside this demo, on ${value.runtime}. Nothing leaves your machine.`
              : `Connected to ${value.baseUrl}. The API key stays on the demo server.`}
        </p>
        {problem && <ProblemView problem={problem} again={reload} />}
        <nav aria-label="Features">
          {Object.keys(tabs).map((title) => (
            <a key={title} href={`#${idOf(title)}`} aria-current={title === current ? "page" : undefined}>
              {title}
            </a>
          ))}
        </nav>
      </header>
      {Object.entries(tabs).map(([title, panels]) => (
        <main key={title} aria-label={title} tabIndex={-1} hidden={title !== current}>
          {opened.has(title) && panels.map((Panel, at) => <Panel key={at} />)}
        </main>
      ))}
    </AboutContext.Provider>
  )
}

const place = document.getElementById("app")
if (place !== null) {
  // Replaces the static header, which is for the first paint and for browsers without scripts.
  place.replaceChildren()
  render(<Page />, place)
}
