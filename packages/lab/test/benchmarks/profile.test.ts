// A CPU profile is summed up by function, without idle time.
import { expect, it } from "vitest"
import { selfTimes } from "../../src/benchmarks/server/profile.ts"

const node = (id: number, functionName: string, url: string) => ({
  id,
  callFrame: { functionName, url, scriptId: "1", lineNumber: 9, columnNumber: 0 }
})

it("shares the time that was not idle, the most first", () => {
  const profile = {
    nodes: [
      node(1, "(idle)", ""),
      node(2, "scan", "file:///a/node_modules/x/b.js"),
      node(3, "", "file:///c.js")
    ],
    startTime: 0,
    endTime: 100,
    samples: [1, 2, 3, 2],
    timeDeltas: [60, 20, 10, 10]
  }
  expect(selfTimes(profile)).toEqual([
    { name: "scan", place: "x/b.js:10", share: 0.75 },
    { name: "(anonymous)", place: "file:///c.js:10", share: 0.25 }
  ])
})
