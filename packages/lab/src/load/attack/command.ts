// The command `load attack`, and the result of an attack as text.
import { command as define, number } from "../../command.ts"
import { countsText, latencyText, mebibytesText, millisecondsText as ms, quantile } from "../../tables.ts"
import { type Observation, observe } from "./observe.ts"

/** Greatest 99th percentile of the latency of `GET /v1/models`, in milliseconds. */
const maxLatency = 100

/** Greatest memory in bytes. */
const maxMemory = 1_073_741_824

const count = (counts: { readonly [what: string]: number } | undefined, what: string) => counts?.[what] ?? 0

/**
 * What is wrong: a crash, an answer of 500, too much memory, a model list that was not given, an attack that never
 * came through, something held at the end; and, unless `isQuick`, a calm client that had to wait.
 */
export const problemsIn = (attacked: Observation, isQuick = false): ReadonlyArray<string> => {
  const { crash, decisions, failures, left, memory, models, tally } = attacked
  const p99 = quantile(models.wallTimes, 0.99)
  const answered500 = Object.entries(tally).filter(([, all]) => count(all, "500") > 0)
  const others = Object.keys(models.statuses).filter((status) => status !== "200")
  const idle = Object.entries(tally).filter(([, all]) => Object.keys(all).length === 0)
  return [
    ...(crash === undefined ? [] : [`The server ended: ${crash}`]),
    ...(failures === 0 ? [] : [`The server counts ${failures} answers of 500`]),
    ...answered500.map(([name]) => `${name}: answered with 500`),
    ...(count(decisions.statuses, "500") === 0 ? [] : ["A calm decision is answered with 500"]),
    ...(memory <= maxMemory ? [] : [`Memory ${mebibytesText(memory)}`]),
    ...others.map((status) => `GET /v1/models: ${status} x ${count(models.statuses, status)}`),
    ...(Object.keys(tally).length === 0 ? ["No attack ran"] : []),
    ...(isQuick ? [] : idle.map(([name]) => `${name}: nothing came of it`)),
    ...left.map((what) => `Still held: ${what}`),
    ...(isQuick || p99 <= maxLatency ? [] : [`GET /v1/models: p99 ${ms(p99)}`])
  ]
}

/** One line of progress. */
export const progressLine = (seconds: number, { failures, memory, models }: Observation): string =>
  `${seconds} s: GET /v1/models ${latencyText(models.wallTimes)}; memory at most ${mebibytesText(memory)}; 500 x ${failures}`

/** The whole report. */
export const report = (attacked: Observation): string => {
  const {
    attackers,
    crash,
    decisions,
    failures,
    late,
    loop,
    memory,
    models,
    stalls,
    lastWords,
    tally,
    waiting
  } = attacked
  return [
    "",
    ...Object.entries(tally).map(([name, all]) => `${name}: ${countsText(all)}`),
    "",
    `GET /v1/models, ${models.times.length} times: ${latencyText(models.wallTimes)} (${countsText(models.statuses)})`,
    `small decisions, ${decisions.times.length} times: ${latencyText(decisions.wallTimes)} (${countsText(decisions.statuses)})`,
    `the asking process itself was late by p99 ${ms(late.p99)}, max ${ms(late.max)}; ` +
      `attackers used ${Math.round(attackers * 100)} % of a core`,
    `memory of the server at most ${mebibytesText(memory)}; crashes ${crash === undefined ? 0 : 1}; answers of 500: ${failures}`,
    `event loop of the server late by ${ms(loop)} at worst (p99 of a few seconds); ` +
      `for ${(waiting * 100).toFixed(1)} % of the time it waited for a core that other programs had`,
    `answers cut because they were not read: ${stalls}`,
    ...(lastWords === "" ? [] : ["", "The server's last words:", lastWords])
  ].join("\n")
}

/** Runs the attack mix against one server. */
export const command = define({
  about:
    "The attack mix against a server with default settings, while a calm client asks. Exit code 1 for a crash, a 500,\nmore than 1 GiB of memory, or a calm client that waits for more than 100 ms (p99).",
  options: { minutes: number("how long", 10, 0.05) },
  run: async ({ minutes }) => {
    console.log(`The attack mix against one server for ${minutes} minutes`)
    const attacked = await observe({
      seconds: Math.ceil(minutes * 60),
      progress: (seconds, sofar) => console.log(progressLine(seconds, sofar))
    })
    console.log(report(attacked))
    return problemsIn(attacked)
  }
})
