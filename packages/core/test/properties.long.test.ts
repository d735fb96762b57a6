// The properties of core, each tried often: quick tests try them a few times.
import { truncationOfStreams } from "./client/stream/truncation.ts"
import { validatorProperties } from "./schema/properties.ts"
import { checksOfRows } from "./server/body/slices.ts"
import {
  byteChunksProperties,
  chunkedStringifyProperties,
  multipartProperties
} from "./protocol/properties.ts"
import { parserProperties, scannerProperties } from "./protocol/json/properties.ts"

scannerProperties(5_000)
parserProperties(5_000)
byteChunksProperties(50)
chunkedStringifyProperties(50)
multipartProperties(1_000)
checksOfRows(5_000)
validatorProperties(200)
truncationOfStreams({ every: 5, near: 16 })
