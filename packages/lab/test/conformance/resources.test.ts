// Conformance of the fakes of all resources in every setup.
import { type ResourceName, resources } from "@leadline/core/resources"
import { mockClient } from "@leadline/core/testing"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Struct from "effect/Struct"
import { assert, describe, it } from "vitest"
import type { ServiceOf } from "../../src/resources.ts"
import { type Conformance, conformance } from "../../src/conformance/index.ts"
import { runCases } from "../../src/conformance/runCases.ts"
import { type ConformanceCase, type Setups, setupsOf } from "../../src/index.ts"

/** The methods of a service that its cases call, while they hold. */
const calledBy = <S>(
  service: Context.Key<S, object>,
  layer: Layer.Layer<S, unknown>,
  cases: ReadonlyArray<ConformanceCase<S>>
) =>
  Effect.suspend(() => {
    const called = new Set<PropertyKey>()
    const watched = Layer.effect(
      service,
      Effect.map(
        Effect.service(service),
        (methods) =>
          new Proxy(methods, {
            get: (target, name): unknown => {
              called.add(name)
              return Reflect.get(target, name)
            }
          })
      )
    )
    return Effect.forEach(cases, ({ run }) => run, { discard: true }).pipe(
      Effect.provide(Layer.provide(watched, layer)),
      Effect.as(called)
    )
  })

type AnyService = ServiceOf<ResourceName>

/** A resource as if its service were that of every resource. */
const parts = (name: ResourceName) => {
  const { cases, fake, ofFake } = conformance[name] as Conformance<AnyService>
  const service = resources[name].service as Context.Key<unknown, unknown> as Context.Key<AnyService, object>
  const setups: Setups<AnyService> = setupsOf<ResourceName>(name)(fake)
  return { cases, fake, ofFake, service, setups }
}

const { client } = mockClient([])

describe.each(Struct.keys(resources))("%s", (name) => {
  const { cases, fake, ofFake, service, setups } = parts(name)
  runCases(name, setups, [...cases, ...ofFake])

  it("has cases that call each of its methods", async () => {
    const called = await Effect.runPromise(calledBy(service, fake, cases))
    assert.sameMembers([...called], Object.keys(client[name]))
  })
})
