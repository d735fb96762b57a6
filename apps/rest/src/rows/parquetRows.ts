// Reads rows of a Parquet file, one row group after the other. The package that reads it is loaded for such files alone.
import type { AsyncBuffer, FileMetaData } from "hyparquet"
import { StartupError, unreadable } from "../StartupError.ts"

/** Bytes of a row group at most, without compression: it is in memory as a whole. */
const groupLimit = 536_870_912

/** Rows of a row group at most: its metadata may say any number, and a value that repeats takes no bytes. */
const groupRows = 2_097_152

/** What hyparquet reads by itself. */
const codecs = ["UNCOMPRESSED", "SNAPPY"]

const refuse = (file: string, message: string) => new StartupError({ message: `${file}: ${message}` })

const load = async () => {
  try {
    return await import("hyparquet")
  } catch {
    throw new StartupError({
      message:
        "Rows of Parquet need the package hyparquet: npm install @leadline/server hyparquet, then npx leadline"
    })
  }
}

type Hyparquet = Awaited<ReturnType<typeof load>>

/** Reads a file by one of its functions. */
const reading = async <A>(file: string, read: () => Promise<A>): Promise<A> => {
  try {
    return await read()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw code === undefined ? refuse(file, `is no Parquet, or damaged: ${message}`) : unreadable(file, error)
  }
}

const checkGroups = (file: string, { row_groups: groups }: FileMetaData): void => {
  for (const { columns, num_rows: rows, total_byte_size: bytes } of groups) {
    if (rows > groupRows) {
      throw refuse(file, `a row group has over ${groupRows} rows: write the file with smaller ones`)
    }
    if (bytes > groupLimit) {
      throw refuse(file, "a row group is larger than 512 MiB: write the file with smaller ones")
    }
    const codec = columns
      .map(({ meta_data: data }) => data?.codec ?? "")
      .find((name) => !codecs.includes(name))
    if (codec !== undefined) {
      throw refuse(file, `is compressed by ${codec}: write it with snappy, or without compression`)
    }
  }
}

/** The rows of a group as JSON; whole numbers beyond 2^53 as texts. */
const readGroup = async (
  { parquetReadObjects, toJson }: Hyparquet,
  options: { readonly file: AsyncBuffer; readonly metadata: FileMetaData }
) => {
  const rows = await parquetReadObjects(options)
  const cell = (value: unknown): unknown =>
    typeof value === "bigint" && !Number.isSafeInteger(Number(value)) ? String(value) : toJson(value)
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, cell(value)]))
  )
}

/** The cells of each row. Throws a StartupError for a file that cannot be read. */
export async function* readParquetRows(path: string): AsyncGenerator<{ readonly [column: string]: unknown }> {
  const hyparquet = await load()
  const file = await reading(path, () => hyparquet.asyncBufferFromFile(path))
  const metadata = await reading(path, () => hyparquet.parquetMetadataAsync(file))
  checkGroups(path, metadata)
  for (const group of metadata.row_groups) {
    // Of all groups, each would be looked for among all.
    const own = { ...metadata, num_rows: group.num_rows, row_groups: [group] }
    yield* await reading(path, () => readGroup(hyparquet, { file, metadata: own }))
  }
}
