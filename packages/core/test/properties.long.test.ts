// The properties of core, each tried often: quick tests try them a few times.
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
