// The page: a head, and a tab for each thing the service does.
// Source: none; Assumed: ours.
import { render } from "preact"
import { useEffect, useState } from "preact/hooks"
import type { About } from "../shared/wire.ts"
import { Tabs } from "./parts/Tabs.tsx"
import { about } from "./server.ts"
import { Decide } from "./tabs/Decide.tsx"

const tabs = [{ id: "decide", title: "Decide", panel: () => <Decide /> }]

const Page = () => {
  const [known, setKnown] = useState<About>()
  useEffect(() => {
    about().then(setKnown, () => undefined)
  }, [])
  return (
    <>
      <header>
        <h1>Leadline</h1>
        <p>
          {known === undefined
            ? "Asking where the service is ..."
            : known.baseUrl === undefined
              ? "The service runs inside this demo: nothing leaves your machine."
              : `The service is ${known.baseUrl}. Its key stays on the demo's server.`}
        </p>
      </header>
      <main>
        <Tabs label="What the service does" tabs={tabs} />
      </main>
    </>
  )
}

const place = document.getElementById("app")
if (place !== null) render(<Page />, place)
