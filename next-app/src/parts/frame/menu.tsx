"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { useSession } from "@/api/swr";
import { returnPathOf } from "@/lib/return-url";
import { routes } from "@/lib/routes";
import { frameTexts } from "@/text/areas/frame";
import { useText } from "@/text/use-text";
import { buttonClass } from "@/ui/button";
import { fieldClass } from "@/ui/field-class";
import { Icon } from "@/ui/icon";
import { headerLinkClass } from "../account-links/header-link-class";
import { useFrameSettings } from "./use-frame-settings";

/** The pages between the cart and the order. Nothing is to lead away from there. */
const withoutMenu: string[] = [routes.donate(), routes.installmentBilling(), routes.checkout()];

/** The operator's menu as a row, for larger screens. */
export function MenuRow() {
  const t = useText(frameTexts);
  const path = usePathname();
  const { menu } = useFrameSettings();
  if (menu.length === 0 || withoutMenu.includes(path)) return null;
  return (
    <nav aria-label={t("frame.menu")} className="border-t border-line max-sm:hidden">
      <ul className="frame flex flex-wrap gap-x-6">
        {menu.map(({ name, to }) => (
          <li key={to} className="flex-none">
            <MenuLink name={name} to={to} isCurrent={to === path} className={rowLinkClass} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The link to the search, for larger screens. It has no label until there is room for one. */
export function SearchLink() {
  const t = useText(frameTexts);
  if (withoutMenu.includes(usePathname())) return null;
  return (
    <Link href={routes.findByWords()} prefetch={false} className={`${headerLinkClass} gap-2 max-sm:hidden`}>
      <Icon name="search" size={22} />
      <span className="max-lg:sr-only">{t("frame.search")}</span>
    </Link>
  );
}

/**
 * The menu of phones: a button that opens the search, the operator's menu, and registration or signing out. It needs no
 * script.
 */
export function PhoneMenu() {
  const path = usePathname();
  if (withoutMenu.includes(path)) return null;
  // Another page closes the menu.
  return <PhoneMenuOf key={path} path={path} />;
}

function PhoneMenuOf({ path }: { path: string }) {
  const t = useText(frameTexts);
  const { menu } = useFrameSettings();
  const { data: session } = useSession();
  const [isOpen, setOpen] = useState(false);
  const details = useRef<HTMLDetailsElement>(null);

  // The server does not know the query, and the menu is closed at first.
  const back = isOpen ? returnPathOf(path, location.search) : path;

  // Escape and a press beside the menu close it.
  useEffect(() => {
    const closeBeside = (event: PointerEvent) => {
      if (!details.current?.contains(event.target as Node)) close(details.current);
    };
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !details.current?.open) return;
      close(details.current);
      details.current.querySelector("summary")?.focus();
    };
    document.addEventListener("pointerdown", closeBeside);
    document.addEventListener("keydown", closeOnEscape);
    return () => {
      document.removeEventListener("pointerdown", closeBeside);
      document.removeEventListener("keydown", closeOnEscape);
    };
  }, []);

  return (
    <details
      ref={details}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group sm:hidden"
    >
      <summary className={`${headerLinkClass} cursor-pointer list-none [&::-webkit-details-marker]:hidden`}>
        <span className="group-open:hidden">
          <Icon name="menu" size={22} />
        </span>
        <span className="hidden group-open:block">
          <Icon name="close" size={22} />
        </span>
        {t("frame.menu")}
      </summary>
      <div className="absolute inset-x-0 top-full z-30 border-y border-line bg-surface shadow-lg">
        <div className="frame grid gap-3 py-4">
          <form action={routes.find()} className="flex items-end gap-3">
            <label className="grid min-w-0 flex-1 gap-1.5 text-sm font-semibold">
              {t("frame.search-for")}
              <input
                type="search"
                name="words"
                autoComplete="off"
                enterKeyHint="search"
                className={`${fieldClass} font-normal`}
              />
            </label>
            <button type="submit" className={buttonClass("secondary")}>
              {t("frame.search")}
            </button>
          </form>
          <nav aria-label={t("frame.menu")}>
            <ul className="divide-y divide-line">
              {menu.map(({ name, to }) => (
                <li key={to}>
                  <MenuLink
                    name={name}
                    to={to}
                    isCurrent={to === path}
                    className={listLinkClass}
                    onPress={() => close(details.current)}
                  />
                </li>
              ))}
              {/* A page's HTML is the same for all visitors. */}
              {session === undefined ? null : (
                <li>
                  {session.userAuthenticated ? (
                    <MenuLink name={t("frame.logout")} to={routes.logout(back)} className={listLinkClass} />
                  ) : (
                    <MenuLink
                      name={t("frame.register")}
                      to={routes.register(back)}
                      className={listLinkClass}
                    />
                  )}
                </li>
              )}
            </ul>
          </nav>
        </div>
      </div>
    </details>
  );
}

function close(menu: HTMLDetailsElement | null) {
  if (menu) menu.open = false;
}

const rowLinkClass =
  "inline-flex min-h-11 items-center border-b-2 -outline-offset-2 border-transparent text-sm font-semibold whitespace-nowrap text-ink no-underline hover:border-control aria-[current=page]:border-brand";
const listLinkClass =
  "flex min-h-12 items-center font-semibold text-ink no-underline hover:bg-sunken aria-[current=page]:text-link";

type LinkProps = {
  name: string;
  to: string;
  isCurrent?: boolean;
  className: string;
  onPress?: () => void;
};

function MenuLink({ name, to, isCurrent, className, onPress }: LinkProps) {
  // A path of the shop. Everything else, and a part of a page, is left to the browser.
  return to.startsWith("/") && !to.includes("#") ? (
    <Link
      href={to}
      prefetch={false}
      aria-current={isCurrent ? "page" : undefined}
      onClick={onPress}
      className={className}
    >
      {name}
    </Link>
  ) : (
    <a href={to} onClick={onPress} className={className}>
      {name}
    </a>
  );
}
