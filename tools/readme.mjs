// The README of a package as it is packed: its links lead to the repository, as the tarball holds no other folder.
import { posix } from "node:path"

const links = /\[((?:[^[\]]|\[[^\]]*\])*)\]\((?!\w+:|#)([^()\s]+)\)/g

/** The text without relative links that leave the package: absolute ones, or the path where no URL is known. */
export const packedReadme = (text, dir, repository) =>
  text.replaceAll(links, (link, label, target) => {
    const path = posix.join(dir, target)
    if (path.startsWith(`${dir}/`)) return link
    if (repository !== undefined) return `[${label}](${repository}/blob/HEAD/${path})`
    const [file] = path.split("#")
    return label === file ? `\`${file}\` of the repository` : `${label} (\`${file}\` of the repository)`
  })

/** The relative links of a README to none of the files beside it. */
export const deadLinks = (text, files) =>
  [...text.matchAll(links)]
    .map(([, , target = ""]) => target)
    .filter((target) => !files.includes(posix.normalize(target).split("#")[0]))
