import type { PostedForm } from "@/api/posted";
import { addressTexts } from "@/text/areas/address";
import { orderLookupTexts } from "@/text/areas/order-lookup";
import { useText } from "@/text/use-text";
import { TextField } from "@/ui/field";
import { PostButton } from "@/ui/form";
import { phoneProblem } from "./phone-problem";

/** Asks for the phone number before the order is shown, where scripts are turned off. */
export function PhoneForm({ posted }: { posted: PostedForm | null }) {
  const t = useText(addressTexts, orderLookupTexts);
  const failure = posted?.failure ?? null;
  return (
    <form method="post" className="card grid max-w-[30rem] gap-4 px-4 py-5 sm:p-6">
      <p className="text-ink-2">{t("order-lookup.why")}</p>
      <TextField
        name="phoneNumber"
        type="tel"
        autoComplete="tel"
        inputMode="tel"
        label={t("address.phone-label")}
        defaultValue={posted?.values.phoneNumber}
        error={failure && phoneProblem(t, failure)}
      />
      <PostButton>{t("order-lookup.continue")}</PostButton>
    </form>
  );
}
