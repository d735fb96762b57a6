// A submit handler that prevents the page from reloading.

/** Runs a function when a form is submitted, instead of loading another page. */
export const handleSubmit =
  (run: () => void) =>
  (event: { readonly preventDefault: () => void }): void => {
    event.preventDefault()
    run()
  }
