// Exact binomial probabilities: every test and bound of this package stands on them.

const halfLnTwoPi = 0.5 * Math.log(2 * Math.PI)

/** The natural logarithm of the gamma function, for `x` above 0. */
const lnGamma = (x: number): number => {
  // Stirling's series is exact to double precision from 16 up.
  let shift = 0
  let z = x
  while (z < 16) {
    shift += Math.log(z)
    z++
  }
  const inverse = 1 / (z * z)
  const series = (1 / 12 - inverse * (1 / 360 - inverse * (1 / 1260 - inverse / 1680))) / z
  return (z - 0.5) * Math.log(z) - z + halfLnTwoPi + series - shift
}

/** P(Binomial(n, p) = k). */
export const binomialPmf = (k: number, n: number, p: number): number => {
  if (k < 0 || k > n) return 0
  if (p <= 0) return k === 0 ? 1 : 0
  if (p >= 1) return k === n ? 1 : 0
  const lnWays = lnGamma(n + 1) - lnGamma(k + 1) - lnGamma(n - k + 1)
  return Math.exp(lnWays + k * Math.log(p) + (n - k) * Math.log1p(-p))
}

/** P(Binomial(n, p) <= k). */
export const binomialCdf = (k: number, n: number, p: number): number => {
  if (k < 0) return 0
  if (k >= n || p <= 0) return 1
  if (p >= 1) return 0
  const odds = p / (1 - p)
  // Terms shrink away from the mean, so the sum begins at the end that is nearest to it.
  if (k <= n * p) {
    let sum = 0
    let term = binomialPmf(k, n, p)
    for (let i = k; i >= 0 && term > sum * 1e-18; i--) {
      sum += term
      term *= i / (odds * (n - i + 1))
    }
    return Math.min(1, sum)
  }
  let sum = 0
  let term = binomialPmf(k + 1, n, p)
  for (let i = k + 1; i <= n && term > sum * 1e-18; i++) {
    sum += term
    term *= ((n - i) * odds) / (i + 1)
  }
  return Math.max(0, 1 - sum)
}

/** Where a function that falls over [low, high] passes 0, by bisection to double precision. */
export const rootOfFalling = (f: (x: number) => number, low: number, high: number): number => {
  let [a, b] = [low, high]
  for (let step = 0; step < 200; step++) {
    const middle = (a + b) / 2
    if (middle === a || middle === b) break
    if (f(middle) > 0) a = middle
    else b = middle
  }
  return (a + b) / 2
}
