import type { Metadata } from "next";
import {
  fetchCountries,
  fetchOverrides,
  fetchPaymentMeans,
  fetchPurchases,
  fetchRenewablePasses,
  fetchSettings,
} from "@/api/server";
import { PaymentPlans } from "@/features/account/payment-plans";
import { ProfileScreen } from "@/features/account/profile-screen";
import { Purchases } from "@/features/account/purchases";
import { RenewablePasses } from "@/features/account/renewable-passes";
import { SavedCards } from "@/features/account/saved-cards";
import { routes } from "@/lib/routes";
import { fetchReservations } from "@/parts/reservation-step/fetch-reservation";
import { signedIn } from "@/parts/signed-in/signed-in";
import { pageTexts } from "@/text/areas/page";
import { createTranslate } from "@/text/texts";

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: createTranslate(await fetchOverrides(), pageTexts)("page.profile"),
    robots: { index: false },
  };
}

export default async function ProfilePage() {
  const account = await signedIn(routes.profile());
  const [{ countries, states }, settings, purchases, { plans, cards }, reserved, renewable] =
    await Promise.all([
      fetchCountries(),
      fetchSettings(),
      fetchPurchases(),
      fetchPaymentMeans(),
      fetchReservations(),
      fetchRenewablePasses(),
    ]);
  return (
    <ProfileScreen
      account={account}
      countries={countries}
      states={states}
      ownPasswords={!settings.openIdSignIn}
    >
      <RenewablePasses passes={renewable} />
      <Purchases {...purchases} reserved={reserved ?? { reservations: [], hasMore: false }} />
      <PaymentPlans plans={plans} />
      <SavedCards cards={cards} />
    </ProfileScreen>
  );
}
