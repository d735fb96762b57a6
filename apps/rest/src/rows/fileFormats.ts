// The formats of files of rows, by their names. All others are CSV.
import { extname } from "node:path"

/** True for JSON Lines. */
export const isJsonLines = (file: string): boolean => [".jsonl", ".ndjson"].includes(extname(file))

/** True for Parquet. */
export const isParquet = (file: string): boolean => extname(file) === ".parquet"
