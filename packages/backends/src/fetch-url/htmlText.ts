// The title and the main text of an HTML page: without scripts, styles, navigation and forms. Takes time in proportion
// to the length, and little memory, also for hostile pages: tags are read one by one, no tree is built, and no more
// text is collected than is kept.
import type { Resumable } from "@leadline/core/internal"
import { type Token, Tokenizer, TokenizerMode } from "parse5"
import * as limits from "./limits.ts"

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
const modes: ReadonlyMap<string, (typeof TokenizerMode)[keyof typeof TokenizerMode]> = new Map([
  ["title", TokenizerMode.RCDATA],
  ["textarea", TokenizerMode.RCDATA],
  ["style", TokenizerMode.RAWTEXT],
  ["xmp", TokenizerMode.RAWTEXT],
  ["iframe", TokenizerMode.RAWTEXT],
  ["noembed", TokenizerMode.RAWTEXT],
  ["noframes", TokenizerMode.RAWTEXT],
  ["script", TokenizerMode.SCRIPT_DATA],
  ["plaintext", TokenizerMode.PLAINTEXT]
])

const inline = new Set(
  "a abbr b bdi bdo cite code data dfn em font i kbd label mark q s samp small span strong sub sup time u var wbr".split(
    " "
  )
)

const main = new Set(["main", "article"])

/** A main text of fewer characters is a teaser, and the rest counts too. */
const leastMain = 200

/** Collects words up to so many characters, with the last gap before each: a line break goes before a blank. */
const makeText = (most: number) => {
  const parts: Array<string> = []
  let length = 0
  let gap = ""
  return {
    length: () => length,
    addGap: (white: string): void => {
      if (length > 0 && gap !== "\n") gap = white.includes("\n") ? "\n" : " "
    },
    addWord: (word: string): void => {
      if (length >= most) return
      const kept = (gap + word).slice(0, most - length)
      parts.push(kept)
      length += kept.length
      gap = ""
    },
    text: (): string => parts.join("").trimEnd()
  }
}

/** Collects the text between tags. */
const makeCollector = () => {
  const title = makeText(limits.titleLength)
  const all = makeText(limits.textLength)
  const inMain = makeText(limits.textLength)
  const everything = makeText(limits.textLength)
  let isTitle = false
  let mainDepth = 0
  let skipping = ""
  let skipDepth = 0
  let isClosed = false

  /** The texts that what stands here is of. */
  const texts = (): ReadonlyArray<ReturnType<typeof makeText>> => {
    if (isClosed || (!isTitle && (skipping === "script" || skipping === "style"))) return []
    if (isTitle) return [title]
    return skipping !== "" ? [everything] : mainDepth > 0 ? [everything, all, inMain] : [everything, all]
  }
  const addGap = (white: string): void => texts().forEach((text) => text.addGap(white))
  const add = (words: string): void => {
    const into = texts()
    if (into.length === 0) return
    for (const [piece] of words.matchAll(/\s+|\S+/g)) {
      const isWhite = piece.trimStart() === ""
      for (const text of into) {
        if (isWhite) text.addGap(piece)
        else text.addWord(piece)
      }
    }
  }
  const addBreak = (name: string): void => {
    if (!inline.has(name) && !isTitle) addGap("\n")
  }
  return {
    add,
    addGap,
    /** Nothing that follows is kept. */
    close: (): void => {
      isClosed = true
    },
    isFull: (): boolean => isClosed || inMain.length() >= limits.textLength,
    start: (name: string, isEmpty: boolean): void => {
      if (name === "title" && skipping === "") isTitle = title.length() === 0
      else if (skipping === name) skipDepth++
      else if (skipping === "" && skipped.has(name) && !isEmpty) {
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
      const best = inMain.length() >= leastMain ? inMain : all
      // A page whose navigation is never closed still has its text.
      return {
        title: title.text().replaceAll("\n", " "),
        text: (best.length() === 0 ? everything : best).text()
      }
    }
  }
}

/** Counts the attributes of the tag that it reads: it keeps them all, and their names. */
class PageTokenizer extends Tokenizer {
  hasManyAttributes(): boolean {
    const token = this.currentToken
    return token !== null && "attrs" in token && token.attrs.length > limits.attributes
  }
}

/** Reads a page from its pieces, with a pause after each. It ends early where nothing more is kept. */
export function* htmlText(pieces: Iterable<string>): Resumable<HtmlText> {
  const collector = makeCollector()
  const tokenizer: PageTokenizer = new PageTokenizer(
    {},
    {
      onComment: () => undefined,
      onDoctype: () => undefined,
      onEof: () => undefined,
      onNullCharacter: () => undefined,
      onCharacter: ({ chars }: Token.CharacterToken) => collector.add(chars),
      onWhitespaceCharacter: ({ chars }: Token.CharacterToken) => collector.addGap(chars),
      onStartTag: ({ attrs, selfClosing, tagName }: Token.TagToken) => {
        if (attrs.length > limits.attributes) collector.close()
        tokenizer.state = modes.get(tagName) ?? tokenizer.state
        collector.start(tagName, selfClosing)
      },
      onEndTag: ({ tagName }: Token.TagToken) => collector.end(tagName)
    }
  )
  for (const piece of pieces) {
    tokenizer.write(piece, false)
    if (collector.isFull() || tokenizer.hasManyAttributes()) return collector.finish()
    yield
  }
  tokenizer.write("", true)
  return collector.finish()
}
