// Builds the page, and its bundle for workerd, before the tests use them.

export default async () => {
  await import("../tools/build.ts")
  await import("../tools/worker.ts")
}
