import { RedeemPage, redeemMetadata } from "@/features/entitlements/redeem-page";

export const generateMetadata = () => redeemMetadata("ticket");

export default function Page() {
  return <RedeemPage kind="ticket" />;
}
