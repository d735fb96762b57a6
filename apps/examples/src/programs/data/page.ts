// The page of the server that passes events on to a browser.

/** Asks at `/answer?q=` with an EventSource, and appends each piece of text. */
export const page = `<!doctype html>
<meta charset="utf-8">
<title>Ask</title>
<form><input name="q" value="How is a key revoked?" size="40"> <button>Ask</button></form>
<p id="answer"></p>
<script>
  const answer = document.getElementById("answer")
  document.querySelector("form").addEventListener("submit", (event) => {
    event.preventDefault()
    answer.textContent = ""
    const query = new URLSearchParams(new FormData(event.target))
    const events = new EventSource("/answer?" + query)
    events.onmessage = ({ data }) => {
      if (data === "[DONE]") return events.close()
      const { choices, error } = JSON.parse(data)
      if (error) events.close()
      answer.textContent += error ? " (" + error.message + ")" : (choices[0]?.delta.content ?? "")
    }
    events.onerror = () => events.close()
  })
</script>
`
