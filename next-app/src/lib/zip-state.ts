/**
 * The state of a US ZIP code. The first three digits name a sorting center, and all of its post offices are in one
 * state, except those listed below (Publication 65 and Labeling List L002 of the United States Postal Service).
 */
const prefixes =
  "005 NY,006 PR,008 VI,009 PR,010 MA,028 RI,030 NH,039 ME,050 VT,055 MA,056 VT,060 CT,070 NJ,090 AE,099 -,100 NY," +
  "150 PA,197 DE,200 DC,201 VA,202 DC,206 MD,220 VA,247 WV,269 -,270 NC,290 SC,300 GA,320 FL,340 AA,341 FL,350 AL," +
  "370 TN,386 MS,398 GA,400 KY,428 -,430 OH,460 IN,480 MI,500 IA,529 -,530 WI,550 MN,568 -,570 SD,578 -,580 ND,589 -," +
  "590 MT,600 IL,630 MO,659 -,660 KS,680 NE,694 -,700 LA,715 -,716 AR,730 OK,732 -,733 TX,734 OK,750 TX,800 CO,817 -," +
  "820 WY,832 ID,839 -,840 UT,848 -,850 AZ,866 -,870 NM,885 TX,886 -,889 NV,899 -,900 CA,962 AP,967 HI,969 GU,970 OR," +
  "980 WA,995 AK";

/** ZIP codes of places that are served from a different state: Fishers Island and Alta. */
const exceptions: Record<string, string> = { "06390": "NY", "83414": "WY" };

const ranges = prefixes.split(",").map((range) => range.split(" ") as [first: string, state: string]);

/** The abbreviation of the state, or null if the text is not a complete ZIP code or its first digits are not in use. */
export function stateOfZip(zip: string): string | null {
  const code = /^\s*(\d{5})(-?\d{4})?\s*$/.exec(zip)?.[1];
  if (code === undefined) return null;
  const [, state = "-"] = ranges.findLast(([first]) => first <= code.slice(0, 3)) ?? [];
  return exceptions[code] ?? (state === "-" ? null : state);
}
