import { recordingProperties } from "./properties.ts"

recordingProperties(30)
