import { truncationOfStreams } from "./truncation.ts"

truncationOfStreams({ every: 31, near: 8 })
