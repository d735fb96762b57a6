// Tabs that follow the ARIA pattern: arrow keys move, Home and End jump, and the URL's hash names the open tab.
import type { ComponentChildren } from "preact"
import { useEffect, useRef, useState } from "preact/hooks"

/** One tab and its panel. */
export interface Tab {
  readonly id: string
  readonly title: string
  readonly panel: () => ComponentChildren
}

/** A tab bar and its panels. A panel keeps its state while others are shown. */
export const Tabs = ({ label, tabs }: { readonly label: string; readonly tabs: ReadonlyArray<Tab> }) => {
  const named = () => tabs.findIndex(({ id }) => `#${id}` === location.hash)
  const [current, setCurrent] = useState(() => Math.max(0, named()))
  const [opened, setOpened] = useState<ReadonlySet<number>>(() => new Set([current]))
  const buttons = useRef<Array<HTMLButtonElement | null>>([])
  const open = (at: number) => {
    setCurrent(at)
    setOpened((before) => new Set(before).add(at))
    history.replaceState(null, "", `#${tabs[at]?.id ?? ""}`)
  }
  useEffect(() => {
    const follow = () => {
      const at = named()
      if (at >= 0) open(at)
    }
    addEventListener("hashchange", follow)
    return () => removeEventListener("hashchange", follow)
  }, [])
  const move = (event: KeyboardEvent) => {
    const last = tabs.length - 1
    const steps: { readonly [key: string]: number } = {
      ArrowRight: current === last ? 0 : current + 1,
      ArrowLeft: current === 0 ? last : current - 1,
      Home: 0,
      End: last
    }
    const at = steps[event.key]
    if (at === undefined) return
    event.preventDefault()
    open(at)
    buttons.current[at]?.focus()
  }
  return (
    <>
      <div class="tabs" role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map(({ id, title }, at) => (
          <button
            key={id}
            ref={(button) => {
              buttons.current[at] = button
            }}
            id={`tab-${id}`}
            type="button"
            role="tab"
            aria-selected={at === current}
            aria-controls={`panel-${id}`}
            tabIndex={at === current ? 0 : -1}
            onClick={() => open(at)}
          >
            {title}
          </button>
        ))}
      </div>
      {tabs.map(({ id, panel }, at) => (
        <div
          key={id}
          id={`panel-${id}`}
          class="panel"
          role="tabpanel"
          aria-labelledby={`tab-${id}`}
          tabIndex={0}
          hidden={at !== current}
        >
          {opened.has(at) ? panel() : null}
        </div>
      ))}
    </>
  )
}
