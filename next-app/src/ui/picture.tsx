import { classNames } from "./class-names";

type Props = {
  picture: {
    url: string;
    alt: string;
    width: number;
    height: number;
    sources: { url: string; width: number }[];
  };
  /** How wide it is shown, for the browser's choice among the widths: `(min-width: 1024px) 752px, 100vw`. */
  sizes: string;
  /** A picture beside its own name says nothing new and is passed over by screen readers. */
  decorative?: boolean;
  /** The one picture that a visitor waits for. */
  first?: boolean;
  className?: string;
};

/** A picture in several widths, with its place kept before it arrives. */
export function Picture({ picture, sizes, decorative, first, className }: Props) {
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
