// Files: images as content parts, and zips of skills, without any runtime.
export type { BlobLike, FileSource } from "../../validation/readUpload.ts"
export {
  imagePart,
  imagePartEffect,
  type ImageParts,
  type ImageSource,
  imageType,
  type UrlLike
} from "./imagePart.ts"
export { type SkillFile, skillZip, skillZipEffect } from "./skillZip.ts"
