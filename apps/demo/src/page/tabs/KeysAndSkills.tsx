// The tab for API keys and skills.
// Source: §2.5, §2.6.
import { Keys } from "../keys/Keys.tsx"
import { Skills } from "../keys/Skills.tsx"

/** Both, side by side where there is room. */
export const KeysAndSkills = () => (
  <div class="split">
    <Keys />
    <Skills />
  </div>
)
