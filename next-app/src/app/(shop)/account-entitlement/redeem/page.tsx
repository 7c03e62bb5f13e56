import { RedeemPage, redeemMetadata } from "@/features/entitlements/redeem-page";

export const generateMetadata = () => redeemMetadata("account");

export default function Page() {
  return <RedeemPage kind="account" />;
}
