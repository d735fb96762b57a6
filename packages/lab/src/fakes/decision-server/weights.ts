// The model of scripted decision servers: each option has a weight of its own, whatever stands beside it.
import { hashOf } from "../../model-servers/scriptedModel.ts"

/** A number from -3 to 3 that depends on the text alone. */
export const weightOf = (text: string): number => (hashOf(text) / 0xff_ff_ff_ff) * 6 - 3

/** The softmax of the weights of texts. */
export const sharesOf = (texts: ReadonlyArray<string>): ReadonlyArray<number> => {
  const powers = texts.map((text) => Math.exp(weightOf(text)))
  const total = powers.reduce((sum, power) => sum + power, 0)
  return powers.map((power) => power / total)
}

/** To this many decimals; undefined: as it is. */
export const rounded = (value: number, decimals: number | undefined): number =>
  decimals === undefined ? value : Number(value.toFixed(decimals))
