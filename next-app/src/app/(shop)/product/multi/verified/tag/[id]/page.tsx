import { TagPage, type TagPageProps, tagMetadata } from "@/features/multi-product/tag-page";

export function generateMetadata(props: TagPageProps) {
  return tagMetadata(props, true);
}

export default function VerifiedTagPage(props: TagPageProps) {
  return <TagPage {...props} verified={true} />;
}
