// A submit handler that stays on the page.

/** Runs a function instead of leaving the page. */
export const onSubmit =
  (run: () => void) =>
  (event: { readonly preventDefault: () => void }): void => {
    event.preventDefault()
    run()
  }
