import "server-only";
import { redirect } from "next/navigation";
import { fetchAccount } from "@/api/server";
import type { Account } from "@/api/types";
import { routes } from "@/lib/routes";

/** The signed-in account, for pages that require one. Redirects a guest to sign in and return to `path`. */
export async function signedIn(path: string): Promise<Account> {
  return (await fetchAccount()) ?? redirect(routes.smartLogin(path));
}
