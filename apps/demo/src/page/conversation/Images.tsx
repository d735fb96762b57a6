// Images of an answer. The page loads nothing from other origins: those images are links.
// Source: §2.10, §5.7.
import type { Image } from "@leadline/core/chat"
import { isOwnImage } from "../addresses.ts"
import { SafeLink } from "../components/SafeLink.tsx"

const sizeOf = ({ height, width }: Image): string => (width && height ? `, ${width} × ${height} pixels` : "")

/** The images with their titles, each with the page it is from. */
export const Images = ({ images }: { readonly images: ReadonlyArray<Image> }) => (
  <>
    <h4>Images</h4>
    {images.length === 0 ? <p class="hint">No images found.</p> : null}
    <ul class="found">
      {images.map((image, at) => {
        const { image_url: url, origin_url: origin, title } = image
        const name = title || "Image"
        return (
          <li key={at}>
            {url && isOwnImage(url) ? (
              <img src={url} alt={name} />
            ) : url ? (
              <SafeLink url={url}>{name}</SafeLink>
            ) : (
              name
            )}
            <span class="hint">
              {sizeOf(image)}
              {origin ? (
                <>
                  {" "}
                  from <SafeLink url={origin}>{origin}</SafeLink>
                </>
              ) : null}
            </span>
          </li>
        )
      })}
    </ul>
  </>
)
