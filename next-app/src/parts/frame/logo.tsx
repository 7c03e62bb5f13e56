import Link from "next/link";
import { routes } from "@/lib/routes";

/** The operator's logo, if there is one, and the site's name beside it. A name that does not fit is truncated. */
export function Logo({ name, url, label }: { name: string; url?: string | null; label: string }) {
  return (
    <Link
      href={routes.home()}
      aria-label={label}
      className="inline-flex min-h-11 min-w-0 items-center gap-2 text-lg font-bold tracking-tight text-ink no-underline"
    >
      {url ? (
        <img
          src={url}
          alt=""
          // Reserves a square until the size of the image is known.
          width={32}
          height={32}
          className="h-8 w-auto max-w-32 flex-none object-contain sm:max-w-48"
        />
      ) : null}
      <span className="truncate">{name}</span>
    </Link>
  );
}
