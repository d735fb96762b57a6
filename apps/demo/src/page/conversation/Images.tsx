// Images beside an answer. The page loads nothing from elsewhere: those are links.
// Source: §2.10, §5.7.
import type { Image } from "@leadline/core/chat"
import { isOwnImage } from "../addresses.ts"
import { SafeLink } from "../components/SafeLink.tsx"

const sizeOf = ({ height, width }: Image): string => (width && height ? `, ${width} by ${height} pixels` : "")

/** The images with their titles, each with the page it stands on. */
export const Images = ({ images }: { readonly images: ReadonlyArray<Image> }) => (
  <>
    <h4>Images</h4>
    {images.length === 0 ? <p class="hint">The pages found hold no images.</p> : null}
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
                  on <SafeLink url={origin}>{origin}</SafeLink>
                </>
              ) : null}
            </span>
          </li>
        )
      })}
    </ul>
  </>
)
