import { TagPage, type TagPageProps, tagMetadata } from "@/features/multi-product/tag-page";

export const kind = "public";
export const query = ["starting"] as const;

export function generateMetadata(props: TagPageProps) {
  return tagMetadata(props, false);
}

export default function PublicTagPage(props: TagPageProps) {
  return <TagPage {...props} verified={false} />;
}
