import type { PassOffer } from "@/api/types";

type Offered = { passOffer?: PassOffer };

/** An offer that sells passes for less, and those of the passes that it sells. */
export type OfferedPasses<Pass extends Offered> = {
  offer: PassOffer;
  passes: (Pass & { passOffer: PassOffer })[];
};

/** The offers that sell some of these passes for less, in the order of the passes. */
export function passOffers<Pass extends Offered>(passes: Pass[]): OfferedPasses<Pass>[] {
  const offers = new Map<string, OfferedPasses<Pass>>();
  for (const pass of passes) {
    const { passOffer } = pass;
    if (!passOffer) continue;
    const key = `${passOffer.tag} ${passOffer.title}`;
    const known = offers.get(key) ?? { offer: passOffer, passes: [] };
    offers.set(key, { ...known, passes: [...known.passes, { ...pass, passOffer }] });
  }
  return [...offers.values()];
}
