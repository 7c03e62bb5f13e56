import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";

/** The data with which pages have been shown in this tab. */
const shown = new WeakSet<object>();

/**
 * Whether the server read `data` for this visit of the page. After Back, the router shows a page with the data of the
 * earlier visit. They are then read again, and arrive as a different object.
 */
export function useIsFresh(data: object): boolean {
  const router = useRouter();
  const [old] = useState(() => (shown.has(data) ? data : null));
  const isFresh = data !== old;
  useEffect(() => {
    if (isFresh) shown.add(data);
    else router.refresh();
  }, [isFresh, data, router]);
  return isFresh;
}
