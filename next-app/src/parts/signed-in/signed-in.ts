import "server-only";
import { redirect } from "next/navigation";
import { readAccount } from "@/api/server";
import type { Account } from "@/api/types";
import { routes } from "@/lib/routes";

/** Who is signed in, for a page that is for nobody else: a guest signs in first and comes back to `path`. */
export async function signedIn(path: string): Promise<Account> {
  return (await readAccount()) ?? redirect(routes.smartLogin(path));
}
