import { AddOnPage, addOnMetadata } from "@/features/multi-product/add-on-page";

export const generateMetadata = addOnMetadata;

export default function NonPassAddOnsPage() {
  return <AddOnPage step="non-pass-add-ons" />;
}
