import { passDemographicsTexts } from "@/text/areas/pass-demographics";
import { useText } from "@/text/use-text";
import { classNames } from "@/ui/class-names";
import { Icon, type IconName } from "@/ui/icon";
import type { Status } from "./demographics-state";

const appearances: Record<Status, { colours: string; icon: IconName }> = {
  completed: { colours: "bg-ok-soft text-ok", icon: "check" },
  "not-completed": { colours: "bg-sunken text-ink", icon: "ring" },
  "not-confirmed": { colours: "bg-warn-soft text-warn", icon: "calendar" },
};

/** The status of a pass in words, with an icon and a colour. */
export function StatusPill({ status }: { status: Status }) {
  const t = useText(passDemographicsTexts);
  const { colours, icon } = appearances[status];
  return (
    <span
      data-status={status}
      className={classNames(
        "inline-flex flex-none items-center gap-1.5 rounded-full py-1 pr-3 pl-2 text-sm font-semibold tracking-normal",
        colours,
      )}
    >
      <Icon name={icon} size={18} />
      {t(`pass-demographics.${status}`)}
    </span>
  );
}
