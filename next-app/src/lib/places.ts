/** A country of addresses. */
export type Country = { id: number; name: string; phoneUseNanpFormat: boolean };

/** A state or province of a country. */
export type StateProvince = {
  id: number;
  countryId: number;
  name: string;
  abbreviation: string;
  requireLocationAcknowledgement: boolean;
};

/** The countries that an address can have, and their states. */
export type Places = { countries: Country[]; states: StateProvince[] };

/** Places as text for a page. They are most of the data of a page with an address, so their names are left out. */
export type PackedPlaces = string & { readonly of?: Places };

type State = [id: number, name: string, abbreviation: string, acknowledged: 0 | 1];
type Row = [id: number, name: string, nanp: 0 | 1, ...states: State[]];

export function packPlaces({ countries, states }: Places): PackedPlaces {
  const rows = countries.map((country): Row => {
    const own = states.filter(({ countryId }) => countryId === country.id);
    return [
      country.id,
      country.name,
      country.phoneUseNanpFormat ? 1 : 0,
      ...own.map((state): State => {
        const { id, name, abbreviation, requireLocationAcknowledgement } = state;
        return [id, name, abbreviation, requireLocationAcknowledgement ? 1 : 0];
      }),
    ];
  });
  return JSON.stringify(rows);
}

let last: { packed: PackedPlaces; places: Places } | null = null;

/** The places of a text. The same text gives the same object, so that the app's server reads it once for all pages. */
export function unpackPlaces(packed: PackedPlaces): Places {
  if (last?.packed !== packed) last = { packed, places: read(packed) };
  return last.places;
}

function read(packed: PackedPlaces): Places {
  const rows: Row[] = JSON.parse(packed);
  return {
    countries: rows.map(([id, name, nanp]) => ({ id, name, phoneUseNanpFormat: nanp === 1 })),
    states: rows.flatMap(([countryId, , , ...states]) =>
      states.map(([id, name, abbreviation, acknowledged]) => {
        return { id, countryId, name, abbreviation, requireLocationAcknowledgement: acknowledged === 1 };
      }),
    ),
  };
}
