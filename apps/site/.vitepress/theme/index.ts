// The default theme without its fonts: pages use those of the system.
import Theme from "vitepress/theme-without-fonts"
// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has no exports
import "./style.css"

export default Theme
