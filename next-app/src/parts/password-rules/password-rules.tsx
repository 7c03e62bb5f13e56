import { containsOwn, isRuleMet, type PasswordOwner, passwordRules } from "@/lib/password";
import { accountTexts } from "@/text/areas/account";
import { useText } from "@/text/use-text";
import { Icon } from "@/ui/icon";

type Props = {
  password: string;
  /** The account's owner; null if the page does not know whose account it is. Then only the shop can check that rule. */
  owner: PasswordOwner | null;
};

/** The password rules, shown before typing and checked while typing. */
export function PasswordRules({ password, owner }: Props) {
  const t = useText(accountTexts);
  return (
    <span className="grid gap-1 pb-1">
      <span>{t("account.demands")} </span>
      {passwordRules.map((demand) => (
        <Rule key={demand} text={t(`account.demand-${demand}`)} isMet={isRuleMet(demand, password)} />
      ))}
      <Rule
        text={t("account.demand-own")}
        isMet={owner === null ? null : password !== "" && !containsOwn(password, owner)}
      />
    </span>
  );
}

/** A rule; `isMet` is null if it cannot be checked here. */
function Rule({ text, isMet }: { text: string; isMet: boolean | null }) {
  const t = useText(accountTexts);
  return (
    <span data-met={isMet} className={isMet ? "flex gap-2 text-ok" : "flex gap-2"}>
      <Icon name={isMet ? "check" : "ring"} size={20} />
      <span>
        {text}
        {/* Screen readers read the rules as one description, so each one ends with punctuation. */}
        <span className="sr-only">
          {isMet === null ? ". " : `: ${t(isMet ? "account.demand-met" : "account.demand-unmet")}. `}
        </span>
      </span>
    </span>
  );
}
