import { AddOnPage, addOnMetadata } from "@/features/multi-product/add-on-page";

export const generateMetadata = addOnMetadata;

export default function PassAddOnsPage() {
  return <AddOnPage step="pass-add-ons" />;
}
