// The result of an attack as text.
import { formatMebibytes, quantile } from "../processStats.ts"
import type { AttackResult } from "./run.ts"

/** Greatest 99th percentile of the latency of `GET /v1/models`, in milliseconds. */
const maxLatency = 100

/** Greatest memory in bytes. */
const maxMemory = 1_073_741_824

const count = (counts: { readonly [what: string]: number } | undefined, what: string) => counts?.[what] ?? 0

const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`

const times = (values: ReadonlyArray<number>) =>
  `p50 ${ms(quantile(values, 0.5))}, p99 ${ms(quantile(values, 0.99))}, max ${ms(quantile(values, 1))}`

const counts = (all: { readonly [what: string]: number }) =>
  Object.entries(all)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([what, often]) => `${what} x ${often}`)
    .join(", ")

/**
 * What is wrong: a crash, an answer of 500, too much memory, a model list that was not given, an attack that never
 * came through, something held at the end; and, unless `isQuick`, a calm client that had to wait.
 */
export const problemsIn = (attacked: AttackResult, isQuick = false): ReadonlyArray<string> => {
  const { crash, decisions, failures, left, memory, models, tally } = attacked
  const p99 = quantile(models.times, 0.99)
  const answered500 = Object.entries(tally).filter(([, all]) => count(all, "500") > 0)
  const others = Object.keys(models.statuses).filter((status) => status !== "200")
  const idle = Object.entries(tally).filter(([, all]) => Object.keys(all).length === 0)
  return [
    ...(crash === undefined ? [] : [`The server ended: ${crash}`]),
    ...(failures === 0 ? [] : [`The server counts ${failures} answers of 500`]),
    ...answered500.map(([name]) => `${name}: answered with 500`),
    ...(count(decisions.statuses, "500") === 0 ? [] : ["A calm decision is answered with 500"]),
    ...(memory <= maxMemory ? [] : [`Memory ${formatMebibytes(memory)}`]),
    ...others.map((status) => `GET /v1/models: ${status} x ${count(models.statuses, status)}`),
    ...(Object.keys(tally).length === 0 ? ["No attack ran"] : []),
    ...(isQuick ? [] : idle.map(([name]) => `${name}: nothing came of it`)),
    ...left.map((what) => `Still held: ${what}`),
    ...(isQuick || p99 <= maxLatency ? [] : [`GET /v1/models: p99 ${ms(p99)}`])
  ]
}

/** One line of progress. */
export const progressLine = (seconds: number, { failures, memory, models }: AttackResult): string =>
  `${seconds} s: GET /v1/models ${times(models.times)}; memory at most ${formatMebibytes(memory)}; 500 x ${failures}`

/** The whole report. */
export const report = (attacked: AttackResult): string => {
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
    tally,
    troubles,
    waiting
  } = attacked
  return [
    "",
    ...Object.entries(tally).map(([name, all]) => `${name}: ${counts(all)}`),
    "",
    `GET /v1/models, ${models.times.length} times: ${times(models.times)} (${counts(models.statuses)})`,
    `small decisions, ${decisions.times.length} times: ${times(decisions.times)} (${counts(decisions.statuses)})`,
    `the asking process itself was late by p99 ${ms(late.p99)}, max ${ms(late.max)}; ` +
      `attackers used ${Math.round(attackers * 100)} % of a core`,
    `memory of the server at most ${formatMebibytes(memory)}; crashes ${crash === undefined ? 0 : 1}; answers of 500: ${failures}`,
    `event loop of the server late by ${ms(loop)} at worst (p99 of a few seconds); ` +
      `for ${(waiting * 100).toFixed(1)} % of the time it waited for a core that other programs had`,
    `answers cut because they were not read: ${stalls}`,
    ...(troubles.length === 0 ? [] : ["", "The server's last words on troubles:", ...troubles])
  ].join("\n")
}
