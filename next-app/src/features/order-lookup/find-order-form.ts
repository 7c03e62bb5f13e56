import * as z from "zod/mini";
import { isEmail } from "@/lib/email";
import { textField } from "@/parts/form/rules";
import type { Translate } from "@/text/texts";

const numberLength = 8;

/** A confirmation number as the shop writes it: without the blanks, hyphens and small letters that people type. */
export const written = (typed: string) => typed.replace(/[^a-z0-9]/gi, "").toUpperCase();

/** The fields of the form that finds an order, and their rules. */
export const findOrderSchema = (t: Translate<"address" | "order-lookup">) =>
  z.object({
    orderNumber: z.string().check(
      z.refine((typed) => written(typed) !== "", {
        error: t("order-lookup.number-required"),
        abort: true,
      }),
      z.refine((typed) => written(typed).length === numberLength, t("order-lookup.number-shape")),
    ),
    email: textField((typed) => isEmail(typed.trim()), t("address.email")),
  });
