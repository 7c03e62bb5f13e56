"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { routes } from "@/lib/routes";
import { frameTexts } from "@/text/areas/frame";
import { useText } from "@/text/use-text";
import { useFrameSettings } from "./use-frame-settings";

/** The pages between the cart and the order. Nothing is to lead away from there. */
const withoutMenu: string[] = [routes.donate(), routes.installmentBilling(), routes.checkout()];

/** The operator's menu. */
export function Menu() {
  const t = useText(frameTexts);
  const path = usePathname();
  const { menu } = useFrameSettings();
  if (menu.length === 0 || withoutMenu.includes(path)) return null;
  return (
    <nav aria-label={t("frame.menu")} className="border-t border-line">
      <ul className="frame flex flex-wrap gap-x-6">
        {menu.map(({ name, to }) => (
          <li key={to} className="flex-none">
            <MenuLink name={name} to={to} isCurrent={to === path} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function MenuLink({ name, to, isCurrent }: { name: string; to: string; isCurrent: boolean }) {
  const className =
    "inline-flex min-h-11 items-center border-b-2 -outline-offset-2 border-transparent text-sm font-semibold whitespace-nowrap text-ink no-underline hover:border-control aria-[current=page]:border-brand";
  // A path of the shop. Everything else, and a part of a page, is left to the browser.
  return to.startsWith("/") && !to.includes("#") ? (
    <Link href={to} prefetch={false} aria-current={isCurrent ? "page" : undefined} className={className}>
      {name}
    </Link>
  ) : (
    <a href={to} className={className}>
      {name}
    </a>
  );
}
