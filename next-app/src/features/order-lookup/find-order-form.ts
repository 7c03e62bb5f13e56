import * as z from "zod/mini";
import { isEmail } from "@/lib/email";
import { textField } from "@/parts/form/rules";
import type { Translate } from "@/text/texts";

/** The fields of the form that finds an order, and their rules. */
export const findOrderSchema = (t: Translate<"address" | "order-lookup">) =>
  z.object({
    orderNumber: textField((typed) => /[a-z0-9]/i.test(typed), t("order-lookup.number-required")),
    email: textField((typed) => isEmail(typed.trim()), t("address.email")),
  });
