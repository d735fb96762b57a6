// The title and the main text of an HTML page: without scripts, styles, navigation and forms. Takes time in proportion
// to the length, also for hostile pages, because tags are read one by one and no tree is built.
import { type Token, Tokenizer, TokenizerMode } from "parse5"

/** The text of a page. */
export interface HtmlText {
  readonly title: string
  readonly text: string
}

/** Elements whose content is no text of the page. */
const skipped = new Set(
  "script style noscript template svg math nav footer aside form iframe object canvas select button dialog".split(
    " "
  )
)

/** Elements whose content has no tags, and how it is read. */
const modes: { readonly [name: string]: (typeof TokenizerMode)[keyof typeof TokenizerMode] } = {
  title: TokenizerMode.RCDATA,
  textarea: TokenizerMode.RCDATA,
  style: TokenizerMode.RAWTEXT,
  xmp: TokenizerMode.RAWTEXT,
  iframe: TokenizerMode.RAWTEXT,
  noembed: TokenizerMode.RAWTEXT,
  noframes: TokenizerMode.RAWTEXT,
  script: TokenizerMode.SCRIPT_DATA,
  plaintext: TokenizerMode.PLAINTEXT
}

const inline = new Set(
  "a abbr b bdi bdo cite code data dfn em font i kbd label mark q s samp small span strong sub sup time u var wbr".split(
    " "
  )
)

const main = new Set(["main", "article"])

/** A main text of fewer characters is a teaser, and the rest counts too. */
const leastMain = 200

const tidy = (parts: ReadonlyArray<string>): string =>
  parts
    .join("")
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n[ \n]*/g, "\n")
    .trim()

/** Collects the text between tags. */
const makeCollector = () => {
  const title: Array<string> = []
  const all: Array<string> = []
  const inMain: Array<string> = []
  const everything: Array<string> = []
  let isTitle = false
  let mainDepth = 0
  let skipping = ""
  let skipDepth = 0

  const add = (text: string): void => {
    if (isTitle) {
      title.push(text)
      return
    }
    if (skipping === "script" || skipping === "style") return
    everything.push(text)
    if (skipping !== "") return
    all.push(text)
    if (mainDepth > 0) inMain.push(text)
  }
  const addBreak = (name: string): void => {
    if (!inline.has(name) && !isTitle) add("\n")
  }
  return {
    add,
    start: (name: string, isClosed: boolean): void => {
      if (name === "title" && skipping === "") isTitle = title.length === 0
      else if (skipping === name) skipDepth++
      else if (skipping === "" && skipped.has(name) && !isClosed) {
        skipping = name
        skipDepth = 1
      } else if (main.has(name)) mainDepth++
      addBreak(name)
    },
    end: (name: string): void => {
      if (name === "title") isTitle = false
      else if (skipping === name) {
        if (--skipDepth === 0) skipping = ""
      } else if (main.has(name)) mainDepth = Math.max(0, mainDepth - 1)
      addBreak(name)
    },
    finish: (): HtmlText => {
      const [mainText, text] = [tidy(inMain), tidy(all)]
      const best = mainText.length >= leastMain ? mainText : text
      // A page whose navigation is never closed still has its text.
      return { title: tidy(title).replaceAll("\n", " "), text: best === "" ? tidy(everything) : best }
    }
  }
}

/** Reads a page. */
export const htmlText = (html: string): HtmlText => {
  const collector = makeCollector()
  const tokenizer: Tokenizer = new Tokenizer(
    {},
    {
      onComment: () => undefined,
      onDoctype: () => undefined,
      onEof: () => undefined,
      onNullCharacter: () => undefined,
      onCharacter: ({ chars }: Token.CharacterToken) => collector.add(chars),
      onWhitespaceCharacter: ({ chars }: Token.CharacterToken) => collector.add(chars),
      onStartTag: ({ selfClosing, tagName }: Token.TagToken) => {
        tokenizer.state = modes[tagName] ?? tokenizer.state
        collector.start(tagName, selfClosing)
      },
      onEndTag: ({ tagName }: Token.TagToken) => collector.end(tagName)
    }
  )
  tokenizer.write(html, true)
  return collector.finish()
}
