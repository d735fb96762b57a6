// How far the heap may grow between two collections of garbage.
import { setFlagsFromString } from "node:v8"

/** A collection begins when the heap is half as large again as what the last one left. By default V8 waits for up to four times. */
export const heapFlag = "--heap-growing-percent=50"

/** Large bodies leave much garbage: it is collected before it is most of the memory, in shorter pauses. */
export const keepHeapSmall = (): void => setFlagsFromString(heapFlag)
