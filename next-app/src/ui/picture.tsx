import { classNames } from "./class-names";

export type PictureProps = {
  picture: {
    url: string;
    alt: string;
    width: number;
    height: number;
    sources: { url: string; width: number }[];
  };
  /** The displayed width, for the `sizes` attribute: `(min-width: 1024px) 752px, 100vw`. */
  sizes: string;
  /** Hides the picture from screen readers, for a picture beside a text that names it. */
  decorative?: boolean;
  /** Loads the picture with high priority, for the main picture of a page. */
  first?: boolean;
  className?: string;
};

/** A picture in several widths. Its space is reserved before it loads. */
export function Picture({ picture, sizes, decorative, first, className }: PictureProps) {
  const srcSet = picture.sources.map((source) => `${source.url} ${source.width}w`).join(", ");
  return (
    <img
      src={picture.url}
      srcSet={srcSet || undefined}
      sizes={srcSet ? sizes : undefined}
      alt={decorative ? "" : picture.alt}
      width={picture.width}
      height={picture.height}
      loading={first ? "eager" : "lazy"}
      fetchPriority={first ? "high" : undefined}
      decoding={first ? undefined : "async"}
      className={classNames("bg-sunken object-cover", className)}
    />
  );
}
