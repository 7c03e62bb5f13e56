import * as z from "zod/mini";
import { isCode, normaliseCode } from "@/lib/pass-code";
import { crossFieldRules } from "@/parts/form/rules";
import type { Translate } from "@/text/texts";

export type Barcodes = { codes: string[]; tooLong: string[] };

/** Splits the typed text at commas, reduces each code to letters and digits, and drops duplicates. */
export function barcodesOf(typed: string): Barcodes {
  const all = [...new Set(typed.split(",").map(normaliseCode))].filter(Boolean);
  return { codes: all.filter(isCode), tooLong: all.filter((code) => !isCode(code)) };
}

export const barcodesSchema = (translate: Translate<"upgrade">) =>
  z.object({ barcode: z.string() }).check(
    crossFieldRules(({ barcode }) => {
      const { codes, tooLong } = barcodesOf(barcode);
      if (tooLong.length > 0)
        return [["barcode", translate("upgrade.too-long", { codes: tooLong.join(", ") })]];
      return codes.length === 0 ? [["barcode", translate("upgrade.no-barcodes")]] : [];
    }),
  );
