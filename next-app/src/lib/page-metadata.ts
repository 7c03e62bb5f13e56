import type { Metadata } from "next";

type Input = {
  title: string;
  description: string | undefined;
  path: string;
  siteName: string;
  /** 1200 x 630 pixels. */
  picture: string | undefined;
};

/** The head of a page that is found by searching, and how a link to it looks elsewhere. */
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
