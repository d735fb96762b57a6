// Keeps the V8 heap small.
import { setFlagsFromString } from "node:v8"

/** Starts a garbage collection when the heap has grown by 50% since the last one. By default V8 waits for up to 300%. */
export const heapFlag = "--heap-growing-percent=50"

/** Large bodies leave much garbage: collecting it earlier keeps memory low and pauses short. */
export const keepHeapSmall = (): void => setFlagsFromString(heapFlag)
