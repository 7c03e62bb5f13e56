import { isRuleMet, passwordRules } from "@/lib/password";
import { accountTexts } from "@/text/areas/account";
import { useText } from "@/text/use-text";
import { Icon } from "@/ui/icon";

/** The password rules, shown before typing and checked while typing. */
export function PasswordRules({ password }: { password: string }) {
  const t = useText(accountTexts);
  return (
    <span className="grid gap-1 pb-1">
      <span>{t("account.demands")} </span>
      {passwordRules.map((demand) => {
        const met = isRuleMet(demand, password);
        return (
          <span key={demand} data-met={met} className={met ? "flex gap-2 text-ok" : "flex gap-2"}>
            <Icon name={met ? "check" : "ring"} size={20} />
            <span>
              {t(`account.demand-${demand}`)}
              {/* Screen readers read the rules as one description, so each one ends with punctuation. */}
              <span className="sr-only">: {t(met ? "account.demand-met" : "account.demand-unmet")}. </span>
            </span>
          </span>
        );
      })}
    </span>
  );
}
