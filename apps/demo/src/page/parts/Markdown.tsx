// An answer's Markdown as elements: sanitised, with citations as links, and without images, which would be requests elsewhere.
// Source: §2.8, §2.10, §5.7.
import DOMPurify from "dompurify"
import { Lexer, Parser, walkTokens } from "marked"
import { useLayoutEffect, useRef } from "preact/hooks"
import { safeAddress } from "./safeAddresses.ts"

/** The pages that citations name, by number. */
export interface Citations {
  readonly [number: string]: { readonly url: string; readonly title?: string | null | undefined }
}

const tags = "a blockquote br code del em h4 hr li ol p pre strong table tbody td th thead tr ul"
const allowed = {
  ALLOWED_TAGS: tags.split(" "),
  ALLOWED_ATTR: ["href", "title", "start"],
  RETURN_DOM_FRAGMENT: true as const
}

/** The Markdown as a fragment. `[n]` is a link where `citations` has the number. */
const fragmentOf = (text: string, citations: Citations): DocumentFragment => {
  const lexer = new Lexer()
  for (const [number, { title, url }] of Object.entries(citations))
    lexer.tokens.links[number] = { href: url, title: `Source ${number}: ${title || url}` }
  const tokens = lexer.lex(text)
  // HTML is shown as text, and headings have their place among those of the page.
  void walkTokens(tokens, (token) => {
    if (token.type === "html") token.type = "text"
    else if (token.type === "heading") token["depth"] = 4
  })
  const fragment = DOMPurify.sanitize(Parser.parse(tokens), allowed)
  for (const link of fragment.querySelectorAll("a")) {
    const href = safeAddress(link.getAttribute("href") ?? "")
    if (href === undefined) link.replaceWith(...link.childNodes)
    else
      Object.assign(link, {
        href,
        target: "_blank",
        rel: "noopener noreferrer",
        ariaLabel: link.title || null
      })
  }
  return fragment
}

/** An answer, complete or still streaming. */
export const Markdown = (props: { readonly text: string; readonly citations: Citations }) => {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => place.current?.replaceChildren(fragmentOf(props.text, props.citations)))
  return <div ref={place} class="answer" />
}
