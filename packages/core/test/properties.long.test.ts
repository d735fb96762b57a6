// The tests whose properties are tried more often here: see fixtures/runs.ts.
const files = [
  "client/stream/truncation",
  "protocol/byteChunks",
  "protocol/json/ByteScanner",
  "protocol/json/chunkedStringify",
  "protocol/json/incrementalParse",
  "protocol/multipart",
  "schema/validator",
  "server/body/incrementalValidate"
]
for (const file of files) await import(`./${file}.test.ts`)
