// Runs steps in lanes at the same time, and prints them as if they had run one after the other.
import { root, run } from "./run.mjs"

const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`

/** A step: its name, its command and arguments. */
const start = ([name, command, ...args], env) => {
  const started = performance.now()
  const controller = new AbortController()
  const step = {
    name,
    output: [`\n== ${name}\n`],
    over: false,
    code: undefined,
    stop: () => controller.abort()
  }
  let print = (text) => step.output.push(text)
  /** From now on the output is printed as it comes. */
  step.show = () => {
    for (const text of step.output.splice(0)) process.stdout.write(text)
    print = (text) => process.stdout.write(text)
  }
  step.ended = run(command, args, {
    cwd: root,
    env,
    signal: controller.signal,
    onOutput: (chunk) => print(chunk)
  }).then((code) => {
    step.code = code
    step.over = true
    const how = code === 0 ? "ok" : controller.signal.aborted ? "stopped" : `failed with ${code}`
    print(`== ${name}: ${how}, ${seconds(started)}\n`)
    return step
  })
  return step
}

/**
 * Runs lanes of steps: the lanes at the same time, the steps of a lane in order. At the first failure all others are
 * stopped, and what failed is printed last. Gives whether all succeeded.
 *
 * The output of one step is never mixed with another's: the first step that has not ended is shown as it runs, in the
 * order of `lanes`, the others when it is their turn.
 */
export const runLanes = async (lanes, env) => {
  const running = new Set()
  const shown = lanes.flat()
  const steps = new Map()
  let failed
  const advance = () => {
    while (shown.length > 0 && failed === undefined) {
      const step = steps.get(shown[0])
      if (step === undefined) return
      step.show()
      if (!step.over) return
      shown.shift()
    }
  }
  const lane = async (list) => {
    for (const each of list) {
      if (failed !== undefined) return
      const step = start(each, env)
      steps.set(each, step)
      running.add(step)
      advance()
      await step.ended
      running.delete(step)
      if (step.code !== 0 && failed === undefined) {
        failed = step
        for (const other of running) other.stop()
      }
      advance()
    }
  }
  await Promise.all(lanes.map(lane))
  failed?.show()
  return failed === undefined
}
