import type { Metadata } from "next";
import {
  fetchLastDetails,
  fetchOverrides,
  fetchPassBenefits,
  fetchPaymentMeans,
  fetchPlaces,
  fetchPurchases,
  fetchRenewablePasses,
  fetchSettings,
} from "@/api/server";
import { PaymentPlans } from "@/features/account/payment-plans";
import { ProfileScreen } from "@/features/account/profile-screen";
import { NextVisit, Purchases } from "@/features/account/purchases";
import { RenewablePasses } from "@/features/account/renewable-passes";
import { SavedCards } from "@/features/account/saved-cards";
import { routes } from "@/lib/routes";
import { NeedsScript } from "@/parts/needs-script/needs-script";
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
  const [places, settings, purchases, { plans, cards }, reserved, renewable, benefits, last] =
    await Promise.all([
      fetchPlaces(),
      fetchSettings(),
      fetchPurchases(),
      fetchPaymentMeans(),
      fetchReservations(),
      fetchRenewablePasses(),
      fetchPassBenefits(),
      fetchLastDetails(),
    ]);
  const reservations = reserved ?? { reservations: [], hasMore: false };
  return (
    <>
      <NeedsScript text="no-script.profile" next="shop" />
      <ProfileScreen
        account={account}
        last={last}
        addressPlaces={places}
        ownPasswords={!settings.openIdSignIn}
        nextVisit={
          <>
            <RenewablePasses passes={renewable} />
            <NextVisit tickets={purchases.tickets} reserved={reservations} />
          </>
        }
      >
        <Purchases
          {...purchases}
          benefits={benefits}
          reserved={reservations}
          emailVerified={account.emailVerified}
        />
        <PaymentPlans plans={plans} />
        <SavedCards cards={cards} />
      </ProfileScreen>
    </>
  );
}
