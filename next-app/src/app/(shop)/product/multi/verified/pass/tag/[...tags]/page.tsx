import { PassTagPage, type PassTagPageProps, passTagMetadata } from "@/features/multi-pass/pass-tag-page";

export function generateMetadata(props: PassTagPageProps) {
  return passTagMetadata(props, true);
}

export default function VerifiedPassTagPage(props: PassTagPageProps) {
  return <PassTagPage {...props} verified={true} />;
}
