import type { Metadata } from "next";

type Input = {
  title: string;
  description: string | undefined;
  path: string;
  siteName: string;
  /** The URL of the preview picture, which is 1200 x 630 pixels. */
  picture: string | undefined;
};

/** The metadata of an indexed page, including its preview when the link is shared. */
export function pageMetadata({ title, description, path, siteName, picture }: Input): Metadata {
  return {
    title,
    description,
    alternates: { canonical: path },
    openGraph: {
      title,
      description,
      siteName,
      type: "website",
      url: path,
      images: picture ? [{ url: picture, width: 1200, height: 630, alt: title }] : [],
    },
  };
}
