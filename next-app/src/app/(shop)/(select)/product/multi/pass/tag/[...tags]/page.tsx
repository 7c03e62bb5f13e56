import { PassTagPage, type PassTagPageProps, passTagMetadata } from "@/features/multi-pass/pass-tag-page";

export function generateMetadata(props: PassTagPageProps) {
  return passTagMetadata(props, false);
}

export default function PublicPassTagPage(props: PassTagPageProps) {
  return <PassTagPage {...props} verified={false} />;
}
