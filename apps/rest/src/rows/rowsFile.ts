// Reads rows one by one: CSV of RFC 4180, with commas, semicolons or tabs, JSON Lines, and Parquet.
import { bodyBytes, bodyDepth, bodyMembers, ByteScanner } from "@leadline/core/internal"
import { parse } from "csv-parse"
import { createReadStream } from "node:fs"
import { extname } from "node:path"
import { StartupError, unreadable } from "../StartupError.ts"
import { isJsonLines, isParquet } from "./fileFormats.ts"
import { readStart } from "./checkFirstBytes.ts"

/** A row by its columns. Cells of CSV are texts. */
export interface Row {
  /** From 1. */
  readonly number: number
  /** Where it begins in the file, from 1. Of Parquet: its number. */
  readonly line: number
  readonly cells: { readonly [column: string]: unknown }
}

const refuse = (file: string, line: number, message: string) =>
  new StartupError({ message: `${file}:${line}: ${message}` })

/** The largest row in bytes: no request may have a larger body. */
export const rowLimit = bodyBytes

/** What a row may hold at most, as the body of a request may: cells of CSV, and what is outside the texts of JSON. */
const limits = { maxDepth: bodyDepth, maxMembers: bodyMembers }

/** Characters of what a message quotes of a file. */
const quoteLength = 1_000

/** The beginning of what a message quotes. */
export const shortened = (text: string): string =>
  text.length > quoteLength ? `${text.slice(0, quoteLength)} …` : text

const tooLarge = (file: string, line: number) =>
  refuse(file, line, `the row is larger than 32 MiB, and so than any request: shorten it, or leave it out`)

/** The delimiters of CSV. */
const delimiters = [",", ";", "\t"]

const [newline, space] = [10, 32]

/** The delimiter of a CSV file, the one that its header has most of outside quotes, and how its lines end. */
const formOf = (file: string) => {
  const bare = readStart(file)
    .toString("utf8")
    .replaceAll(/"[^"]*"/g, "")
  const { 0: lineEnd = "\n", index = bare.length } = /\r?\n|\r/.exec(bare) ?? {}
  const header = bare.slice(0, index)
  const count = (delimiter: string) => header.split(delimiter).length
  const delimiter = delimiters.reduce((best, next) => (count(next) > count(best) ? next : best))
  return { delimiter, lineEnd }
}

/** The delimiter of a CSV file; a comma for others. */
export const delimiterOf = (file: string): string =>
  isJsonLines(file) || isParquet(file) ? "," : formOf(file).delimiter

/** What is wrong with the quotes of a row, by the code of csv-parse. */
const quoteFaults: { readonly [code: string]: string } = {
  INVALID_OPENING_QUOTE: "a quote within a cell: write it twice, and put the whole cell in quotes",
  CSV_INVALID_CLOSING_QUOTE: "text after a quote that ends a cell: write a quote within a cell twice",
  CSV_QUOTE_NOT_CLOSED: "a quote that begins a cell is never closed"
}

interface Parsed {
  readonly record: ReadonlyArray<string>
  readonly info: { readonly lines: number }
}

async function* readCsv(file: string): AsyncGenerator<Row> {
  const { delimiter, lineEnd } = formOf(file)
  // Rows that were read before a fault are lost: where the faulty one begins is known here only.
  let faultLine = 1
  const parser = parse({
    bom: true,
    // Asked for each cell, so that a row of too many is not read to its end.
    cast: (cell, { index }) => {
      if (index < limits.maxMembers) return cell
      throw refuse(file, faultLine, `the row has over ${limits.maxMembers} cells`)
    },
    delimiter,
    info: true,
    max_record_size: rowLimit,
    on_record: (record: Array<string>, { lines }) => {
      faultLine = lines + 1
      return record
    },
    record_delimiter: lineEnd,
    relax_column_count: true,
    skip_empty_lines: true
  })
  const input = createReadStream(file)
  input.on("error", (error) => parser.destroy(error))
  let names: ReadonlyArray<string> | undefined
  let number = 0
  let line = 1
  try {
    for await (const { info, record } of input.pipe(parser) as AsyncIterable<Parsed>) {
      const begin = line
      line = info.lines + 1
      if (record.some((cell) => cell.includes("\uFFFD"))) {
        throw refuse(file, begin, "is not UTF-8: save the file as CSV UTF-8")
      }
      if (names === undefined) {
        const seen = new Set<string>()
        const twice = record.find((name) => seen.size === seen.add(name).size)
        if (twice !== undefined) {
          throw refuse(file, begin, `two columns are named ${JSON.stringify(shortened(twice))}`)
        }
        names = record
        continue
      }
      if (record.length !== names.length) {
        throw refuse(file, begin, `expected ${names.length} cells as in the header, got ${record.length}`)
      }
      number++
      yield { number, line: begin, cells: Object.fromEntries(names.map((name, k) => [name, record[k]])) }
    }
    if (names === undefined) throw refuse(file, 1, "expected a header")
  } catch (error) {
    if (error instanceof StartupError) throw error
    const { code = "", message } = error as NodeJS.ErrnoException
    const fault = quoteFaults[code]
    if (fault !== undefined) throw refuse(file, faultLine, fault)
    if (code === "CSV_MAX_RECORD_SIZE") throw tooLarge(file, faultLine)
    throw code.startsWith("CSV_") ? refuse(file, faultLine, message) : unreadable(file, error)
  } finally {
    input.destroy()
  }
}

/** The lines of a file, and no more of one than a row may have. */
async function* readLines(file: string): AsyncGenerator<Buffer> {
  let [parts, size, line]: [Array<Buffer>, number, number] = [[], 0, 1]
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    let at = 0
    while (at < chunk.length) {
      const found = chunk.indexOf(newline, at)
      const end = found === -1 ? chunk.length : found
      parts.push(chunk.subarray(at, end))
      size += end - at
      if (size > rowLimit) throw tooLarge(file, line)
      at = end + 1
      if (found === -1) continue
      yield Buffer.concat(parts)
      ;[parts, size] = [[], 0]
      line++
    }
  }
  if (size > 0) yield Buffer.concat(parts)
}

async function* readJsonLines(file: string): AsyncGenerator<Row> {
  readStart(file)
  const decoder = new TextDecoder("utf-8", { fatal: true })
  let [line, number] = [0, 0]
  try {
    for await (const bytes of readLines(file)) {
      line++
      if (bytes.every((byte) => byte <= space)) continue
      const problem = new ByteScanner(limits).push(bytes)
      if (problem === "depth" || problem === "members") {
        const { maxDepth, maxMembers } = limits
        const most = problem === "depth" ? `${maxDepth} levels` : `${maxMembers} commas and colons`
        throw refuse(file, line, `the row has over ${most}, and so more than any request`)
      }
      let text: string
      let cells: unknown
      try {
        text = decoder.decode(bytes)
      } catch {
        throw refuse(file, line, "is not UTF-8: save the file as UTF-8")
      }
      try {
        cells = JSON.parse(text)
      } catch {
        throw refuse(file, line, "expected one JSON object on each line")
      }
      if (typeof cells !== "object" || cells === null || Array.isArray(cells)) {
        throw refuse(file, line, "expected a JSON object")
      }
      number++
      yield { number, line, cells: cells as Row["cells"] }
    }
  } catch (error) {
    throw error instanceof StartupError ? error : unreadable(file, error)
  }
}

async function* readParquet(file: string): AsyncGenerator<Row> {
  const { readParquetRows } = await import("./parquetRows.ts")
  let number = 0
  for await (const cells of readParquetRows(file)) {
    number++
    const texts = Object.values(cells).filter((cell) => typeof cell === "string")
    if (texts.reduce((sum, { length }) => sum + length, 0) > rowLimit) throw tooLarge(file, number)
    yield { number, line: number, cells }
  }
}

const rowsOf = (file: string) =>
  isParquet(file) ? readParquet(file) : isJsonLines(file) ? readJsonLines(file) : readCsv(file)

/** The rows of a file, as they are needed. Throws a StartupError with the line of a row that cannot be read. */
export async function* readRows(file: string, needed: ReadonlyArray<string> = []): AsyncGenerator<Row> {
  if ([".xlsx", ".xls", ".ods", ".json"].includes(extname(file))) {
    const message = `${file}: expected CSV, JSON Lines or Parquet; save it as CSV UTF-8`
    throw new StartupError({
      message: extname(file) === ".json" ? `${message}, or as .jsonl, an object a line` : message
    })
  }
  for await (const row of rowsOf(file)) {
    const missing = needed.find((name) => !Object.hasOwn(row.cells, name))
    if (missing !== undefined) {
      const names = shortened(Object.keys(row.cells).join(", "))
      throw refuse(
        file,
        isJsonLines(file) ? row.line : 1,
        `there is no column ${JSON.stringify(missing)}, only ${names}`
      )
    }
    yield row
  }
}

/** The error of a row. */
export const rowError = (file: string, { line }: Row, message: string) => refuse(file, line, message)

/** The error of a row with the id of another. */
export const twiceError = (file: string, row: Row, id: string) =>
  rowError(file, row, `the id ${JSON.stringify(shortened(id))} is that of another row, too`)
