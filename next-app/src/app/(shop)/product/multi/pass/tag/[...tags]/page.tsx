import { PassTagPage, type PassTagPageProps, passTagMetadata } from "@/features/multi-pass/pass-tag-page";

export const kind = "public";
export const query = ["passes", "installmentBilling"] as const;

export function generateMetadata(props: PassTagPageProps) {
  return passTagMetadata(props, false);
}

export default function PublicPassTagPage(props: PassTagPageProps) {
  return <PassTagPage {...props} verified={false} />;
}
