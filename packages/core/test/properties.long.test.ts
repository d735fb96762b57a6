// The tests whose properties are tried more often here: see fixtures/runs.ts.
import "./client/stream/truncation.test.ts"
import "./protocol/byteChunks.test.ts"
import "./protocol/json/ByteScanner.test.ts"
import "./protocol/json/chunkedStringify.test.ts"
import "./protocol/json/incrementalParse.test.ts"
import "./protocol/multipart.test.ts"
import "./schema/validator.test.ts"
import "./server/body/incrementalValidate.test.ts"
