// Keeps the last lines that a program printed, in little memory, whatever it prints.

/** Characters of a line that are read; the rest of the line is dropped. */
const maxRead = 4_096

/** Characters of a line that are kept. */
const maxLine = 500

/** Characters of all lines that are kept. */
const maxKept = 2_000

/** Control characters of terminals, also those that end a line or turn its direction. */
const controls = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu

/** The last lines of a program's output. */
export interface LastLines {
  /** Adds a piece of the output. */
  readonly add: (text: string) => void
  /** The lines without control characters, about 2,000 characters in all. Those after the first are indented. */
  readonly text: () => string
}

/** Keeps lines; secrets that the program prints are replaced. */
export const makeLastLines = (secrets: ReadonlyArray<string> = []): LastLines => {
  const kept: Array<string> = []
  let size = 0
  let line = ""
  const shown = (): string =>
    secrets
      .reduce((text, secret) => text.replaceAll(secret, "<redacted>"), line)
      .replaceAll(controls, " ")
      .trim()
      .slice(0, maxLine)
  const end = (): void => {
    const text = shown()
    line = ""
    if (text === "") return
    kept.push(text)
    size += text.length
    while (size > maxKept) size -= kept.shift()?.length ?? size
  }
  return {
    add: (text) => {
      for (const [index, piece] of text.split(/[\r\n]+/).entries()) {
        if (index > 0) end()
        if (line.length < maxRead) line += piece.slice(0, maxRead - line.length)
      }
    },
    text: () => [...kept, shown()].filter((one) => one !== "").join("\n  ")
  }
}
