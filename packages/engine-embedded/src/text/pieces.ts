// Splits a long text into pieces, so that work on it can pause in between.

/** The pieces of a text, at most so many characters each: after a line, a sentence or a word where there is one. */
export function* piecesOf(text: string, length: number): Generator<string, void> {
  let start = 0
  while (text.length - start > length) {
    const window = text.slice(start, start + length)
    const ends = [window.lastIndexOf("\n"), window.lastIndexOf(". "), window.lastIndexOf(" ")]
    const last = start + (ends.find((at) => at > length / 4) ?? length - 1)
    // Between the halves of a character is no end.
    const end = (text.codePointAt(last) ?? 0) > 0xffff ? last : last + 1
    yield text.slice(start, end)
    start = end
  }
  yield text.slice(start)
}
