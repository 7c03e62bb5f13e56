import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";

/** The data with which pages have been shown in this tab. */
const shown = new WeakSet<object>();

/** The first data of this visit of the page if an earlier visit showed them too, as after Back; null otherwise. */
export function useEarlierData<T extends object>(data: T): T | null {
  const [earlier] = useState(() => (shown.has(data) ? data : null));
  useEffect(() => {
    shown.add(data);
  }, [data]);
  return earlier;
}

/**
 * Whether the server read `data` for this visit of the page. After Back, the router shows a page with the data of the
 * earlier visit. They are then read again, and arrive as a different object.
 */
export function useIsFresh(data: object): boolean {
  const router = useRouter();
  const isFresh = data !== useEarlierData(data);
  useEffect(() => {
    if (!isFresh) router.refresh();
  }, [isFresh, router]);
  return isFresh;
}
