// What a form does when it is sent: something on this page.

/** A handler that runs something in place of leaving the page. */
export const onSubmit =
  (run: () => void) =>
  (event: { readonly preventDefault: () => void }): void => {
    event.preventDefault()
    run()
  }
