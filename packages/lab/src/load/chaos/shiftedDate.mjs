// Preloaded into a node: moves its wall clock by CLOCK_SHIFT milliseconds, as a wrong clock of a machine does.
const shift = Number(process.env.CLOCK_SHIFT ?? 0)
const RealDate = Date

globalThis.Date = class Date extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + shift)
    else super(...given)
  }

  static now() {
    return RealDate.now() + shift
  }
}
