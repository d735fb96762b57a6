// The API keys of the threat servers.

/** Keys in the store's format, with valid checksums. */
export const keys = {
  a: "ll_test_Threats00A0123456789abcdefghijklmnopqrstuA2JKrC3",
  b: "ll_test_Threats00B0123456789abcdefghijklmnopqrstuB3RbzIe",
  c: "ll_test_Threats00C0123456789abcdefghijklmnopqrstuC4eD5XR",
  /** In the same group as `a`. */
  e: "ll_test_Threats00E0123456789abcdefghijklmnopqrstuE2ycX4E",
  /** May list skills and make keys, and nothing else. */
  few: "ll_test_Threats00K0123456789abcdefghijklmnopqrstuK2vYqsA",
  /** May be used from another network only. */
  far: "ll_test_Threats00H0123456789abcdefghijklmnopqrstuH1igUqX",
  /** Its group is disabled. */
  disabled: "ll_test_Threats00I0123456789abcdefghijklmnopqrstuI0Vo8pA",
  /** The budget of its group is used up. */
  poor: "ll_test_Threats00J0123456789abcdefghijklmnopqrstuJ44Bm4h",
  revoked: "ll_test_Threats00F0123456789abcdefghijklmnopqrstuF1laPkz",
  /** Revoked, and then made active again by SQL. */
  unrevoked: "ll_test_Threats00G0123456789abcdefghijklmnopqrstuG0byAd6"
} as const

/** A well-formed key that does not exist. */
export const unknownKey = "ll_test_Threats00D0123456789abcdefghijklmnopqrstuD4AEWAZ"
