// What the compiler checks of questions: no unknown field, none empty, none without what it needs.
// Source: §2.1, §2.2.
import type { Mistake } from "../../schema/CompilerMessage.ts"

type UnknownField<Field extends string, Where extends string> = `${Field} is not a field of ${Where}`

/** Fields that a value may not have. The type of null is reported as a missing field: null has no intersection. */
type UnknownFields<T, Known, Where extends string> = {
  readonly [
    Field in Exclude<keyof T, Known> & string as T[Field] extends null | undefined
      ? UnknownField<Field, Where>
      : Field
  ]: Mistake<UnknownField<Field, Where>>
}

/** A yes-or-no question needs instructions or criteria. */
type CheckedNoul<Q> = (keyof Q & ("instructions" | "criteria") extends never
  ? Mistake<"Expected instructions or criteria">
  : unknown) &
  (Q extends { readonly criteria: infer C extends object }
    ? {
        readonly criteria: UnknownFields<
          C,
          "true" | "false",
          "the criteria of a noul question, which has true and false"
        >
      }
    : unknown)

type CheckedQuestion<Q> = Q extends { readonly type: infer Kind extends string }
  ? UnknownFields<
      Q,
      "type" | "instructions" | "criteria",
      `a ${Kind} question, which has type, instructions and criteria`
    > &
      (Kind extends "noul"
        ? CheckedNoul<Q>
        : Q extends { readonly criteria: infer C }
          ? C extends readonly []
            ? { readonly criteria: Mistake<"Expected at least one level"> }
            : keyof C extends never
              ? { readonly criteria: Mistake<"Expected at least one option"> }
              : unknown
          : unknown)
  : unknown

/** Questions as the compiler accepts them. Questions whose names it does not know are checked at run time alone. */
export type CheckedQuestions<Q> = string extends keyof Q
  ? unknown
  : keyof Q extends never
    ? Mistake<"Expected at least one question">
    : { readonly [Name in keyof Q]: CheckedQuestion<Q[Name]> }
