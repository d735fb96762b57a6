// Plots of a report as inline SVG. Each has a title, a description and its figures as a table beneath.
import type { Cell, CoveragePoint } from "@leadline/evaluation"
import { decimal, percent } from "./figures.ts"

/** Text for HTML and SVG, in elements and attributes. */
export const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

/** A table; its first column heads the rows. */
export const htmlTable = (
  caption: string,
  head: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string>>
): string => {
  const line = (row: ReadonlyArray<string>) =>
    row
      .map((cell, column) =>
        column === 0 ? `<th scope="row">${escapeHtml(cell)}</th>` : `<td>${escapeHtml(cell)}</td>`
      )
      .join("")
  return [
    `<div class="scroll" role="region" tabindex="0" aria-label="${escapeHtml(caption)}"><table>`,
    `<caption>${escapeHtml(caption)}</caption>`,
    `<thead><tr>${head.map((cell) => `<th scope="col">${escapeHtml(cell)}</th>`).join("")}</tr></thead>`,
    `<tbody>${rows.map((row) => `<tr>${line(row)}</tr>`).join("")}</tbody>`,
    "</table></div>"
  ].join("\n")
}

const size = 320
const margin = 56
const inner = size - margin - 12

const x = (share: number) => Math.round(10 * (margin + share * inner)) / 10
const y = (share: number) => Math.round(10 * (12 + (1 - share) * inner)) / 10

const ticks = [0, 0.25, 0.5, 0.75, 1]

const axes = (bottom: string, left: string, scale: number): string =>
  [
    `<path d="M${x(0)} ${y(1)}V${y(0)}H${x(1)}" fill="none" stroke="currentColor"/>`,
    ...ticks.flatMap((tick) => [
      `<text x="${x(tick)}" y="${y(0) + 15}" text-anchor="middle">${tick}</text>`,
      `<text x="${x(0) - 5}" y="${y(tick) + 4}" text-anchor="end">${Number((tick * scale).toPrecision(2))}</text>`
    ]),
    `<text x="${x(0.5)}" y="${size - 2}" text-anchor="middle">${bottom}</text>`,
    `<text transform="translate(11 ${y(0.5)}) rotate(-90)" text-anchor="middle">${left}</text>`
  ].join("")

const figure = (id: string, title: string, description: string, marks: string, table: string): string =>
  [
    "<figure>",
    `<svg role="img" viewBox="0 0 ${size} ${size}" aria-labelledby="${id}-title ${id}-text">`,
    `<title id="${id}-title">${escapeHtml(title)}</title><desc id="${id}-text">${escapeHtml(description)}</desc>`,
    marks,
    "</svg>",
    `<figcaption>${escapeHtml(`${title}. ${description}`)}</figcaption>`,
    `<details><summary>Figures of this plot</summary>${table}</details>`,
    "</figure>"
  ].join("\n")

/** Probabilities against shares, with bins as circles: their area is their number of rows. */
export const reliabilityPlot = (id: string, bins: ReadonlyArray<Cell>, what: string): string => {
  const most = Math.max(...bins.map(({ n }) => n))
  const marks = bins.map(
    ({ n, p, yes }) =>
      `<circle cx="${x(p)}" cy="${y(yes / n)}" r="${(2 + 8 * Math.sqrt(n / most)).toFixed(1)}" class="mark"/>`
  )
  return figure(
    id,
    "Reliability",
    `How often ${what}, by the probability that was stated. On the dashed line both are equal.`,
    [
      axes("probability", "share", 1),
      `<path d="M${x(0)} ${y(0)}L${x(1)} ${y(1)}" class="rule"/>`,
      ...marks
    ].join(""),
    htmlTable(
      "Reliability",
      ["probability", "share", "rows"],
      bins.map(({ n, p, yes }) => [decimal(p), decimal(yes / n), String(n)])
    )
  )
}

/** Points that a plot and its table have at most. */
const maxPoints = 60

const thinned = <A>(points: ReadonlyArray<A>): Array<A> => {
  const step = Math.max(1, points.length / maxPoints)
  return points.filter(
    (_point, index) =>
      Math.floor(index / step) !== Math.floor((index - 1) / step) || index === points.length - 1
  )
}

/** The error rate among rows acted upon, by how many are acted upon. */
export const coveragePlot = (id: string, all: ReadonlyArray<CoveragePoint>): string => {
  const points = thinned(all)
  const top = Math.min(1, Math.max(0.05, ...points.map(({ risk }) => risk)))
  const path = points.map(({ coverage, risk }) => `${x(coverage)} ${y(risk / top)}`).join("L")
  const [only] = points.length === 1 ? points : []
  return figure(
    id,
    "Risk and coverage",
    "Wrong answers among the most confident rows, by the share of rows that are acted upon.",
    [
      axes("rows acted upon", "wrong among them", top),
      only === undefined
        ? `<path d="M${path}" class="line"/>`
        : `<circle cx="${x(only.coverage)}" cy="${y(only.risk / top)}" r="4" class="mark"/>`
    ].join(""),
    htmlTable(
      "Risk and coverage",
      ["from probability", "acted upon", "wrong among them"],
      points.map(({ coverage, p, risk }) => [decimal(p), percent(coverage), percent(risk)])
    )
  )
}
