// What clients use of `effect/Stream`: a bundle has no more of it than this.
export { fromPull, mapError, onExit, paginate, runForEachArray, transformPull } from "effect/Stream"
