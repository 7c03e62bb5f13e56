import Link from "next/link";
import { routes } from "@/lib/routes";

/** The operator's logo, or the name of the site where there is none. */
export function Logo({ name, url, label }: { name: string; url?: string | null; label: string }) {
  return (
    <Link
      href={routes.home()}
      aria-label={label}
      className="inline-flex min-h-11 min-w-11 items-center gap-2 text-lg font-bold tracking-tight text-ink no-underline"
    >
      {url ? (
        <img
          src={url}
          alt=""
          height={32}
          className="h-8 w-auto max-w-full object-contain object-left sm:max-w-48"
        />
      ) : null}
      {url ? null : <span className="truncate">{name}</span>}
    </Link>
  );
}
