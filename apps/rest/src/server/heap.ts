// Keeps the V8 heap small, and its collections short.
import { setFlagsFromString } from "node:v8"

/**
 * A garbage collection starts when the heap has grown by 50% since the last one; by default V8 waits for up to 300%. And
 * V8 puts no new object into the old generation because others of its kind lived long: a request there would keep all
 * that it refers to until the next full collection.
 */
const heapFlags = ["--heap-growing-percent=50", "--no-allocation-site-pretenuring"]

/** Large bodies leave much garbage: collecting it earlier keeps memory low and pauses short. */
export const keepHeapSmall = (): void => heapFlags.forEach((flag) => setFlagsFromString(flag))
